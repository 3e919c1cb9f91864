import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import type { RequestContext } from '../../../../src/adapters/inbound/http/request/request-state.ts';
import { RequestsInFlight } from '../../../../src/adapters/inbound/http/server/requests-in-flight.ts';

const aRequest = () =>
  ({ req: { socket: new Duplex(), complete: true }, res: {}, state: {} }) as unknown as RequestContext;

const allOrders = <Item>(items: readonly Item[]): Item[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((first) => allOrders(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));

it('knows the requests in flight, in whichever order they end', () => {
  for (const order of allOrders([0, 1, 2, 3])) {
    const inFlight = new RequestsInFlight();
    const requests = order.map(aRequest);
    for (const request of requests) inFlight.begin(request);
    const handled = () => requests.filter(({ req }) => inFlight.isHandling(req.socket));

    for (const [count, number] of order.entries()) {
      const ended = requests[number] ?? aRequest();
      expect(handled()).toContain(ended);
      inFlight.end(ended);
      expect(handled()).not.toContain(ended);
      expect(handled()).toHaveLength(order.length - count - 1);
    }
  }
});

it('is idle once the last request has ended', async () => {
  const inFlight = new RequestsInFlight();
  const [first, second] = [aRequest(), aRequest()];
  inFlight.begin(first);
  inFlight.begin(second);
  const events: string[] = [];
  const idle = inFlight.idle().then(() => events.push('idle'));

  inFlight.end(first);
  await Promise.resolve();
  events.push('one left');
  inFlight.end(second);
  await idle;

  expect(events).toEqual(['one left', 'idle']);
});
