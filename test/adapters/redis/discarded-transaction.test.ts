import { ReplyError } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { translateError } from '../../../src/adapters/outbound/redis/connection/redis-errors.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';

/** As the driver reports it: the reason is in the errors of the rejected commands. */
const discardedFor = (reason: string): Error =>
  Object.assign(new ReplyError('EXECABORT Transaction discarded because of previous errors.'), {
    previousErrors: [new ReplyError(reason)],
  });

describe('a discarded Redis transaction', () => {
  it.each(['MOVED 4711 127.0.0.1:6379', 'CLUSTERDOWN The cluster is down'])(
    'is an outage when its command failed with %s',
    (reason) => {
      expect(translateError(discardedFor(reason))).toBeInstanceOf(StorageUnavailable);
    },
  );

  it('is our fault when its command is wrong', () => {
    const error = discardedFor("ERR wrong number of arguments for 'get' command");

    expect(translateError(error)).toBe(error);
  });
});
