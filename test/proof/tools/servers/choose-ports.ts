import { type ChoosePort, freePort } from '../../../support/servers/free-port.ts';

/** Returns these ports first, in order, then free ones; also a free one for each undefined. */
export function chooseFirst(...ports: readonly (number | undefined)[]): ChoosePort {
  const given = ports.values();
  return async () => given.next().value ?? freePort();
}
