import type { callerOperations } from '../../../../../api/callers/caller-operations.ts';
import type { ResponseOf } from '../../../api/http/operation-types.ts';
import { nameCaller, nameSome } from '../../../components/caller-names.ts';

type Arrival = ResponseOf<typeof callerOperations.arrival>['data'];

/** Describes in one sentence which callers have the version of a label. Undefined if none has read the label. */
export function describeArrival({ version, current, stale, unclear }: Arrival, now: Date): string | undefined {
  const total = current.length + stale.length + unclear.length;
  if (total === 0) return undefined;
  const callers = total === 1 ? 'caller' : 'callers';
  const have = current.length === 1 ? 'has' : 'have';
  const parts = [`${current.length} of ${total} ${callers} ${have} version ${version}`];
  if (stale.length > 0) parts.push(nameSome(stale, (caller) => describeLast(caller, now)));
  if (unclear.length > 0) parts.push(nameSome(unclear, (caller) => `${describeLast(caller, now)}, then a list`));
  return parts.join('; ');
}

const describeLast = (caller: Arrival['stale'][number], now: Date): string =>
  `${nameCaller(caller)} last got version ${caller.version} at ${formatTime(new Date(caller.servedAt), now)}`;

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function formatTime(time: Date, now: Date): string {
  const day = DAY.format(time);
  return day === DAY.format(now) ? TIME.format(time) : `${TIME.format(time)} on ${day}`;
}
