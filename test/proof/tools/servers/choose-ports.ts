import { type ChoosePort, freePort } from '../../../support/servers/free-port.ts';

/** Answers these ports first, one after the other, and free ones after that and in place of undefined. */
export function chooseFirst(...ports: readonly (number | undefined)[]): ChoosePort {
  const given = ports.values();
  return async () => given.next().value ?? freePort();
}
