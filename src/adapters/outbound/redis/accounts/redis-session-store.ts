import type { SessionStore } from '../../../../application/ports/session-store.ts';
import { type AccountId, parseAccountId } from '../../../../domain/accounts/account.ts';
import type { Credential } from '../../../../domain/accounts/actor.ts';
import {
  parseSessionId,
  type Session,
  type SessionId,
  sessionLifeMsMax,
  sessionsMax,
} from '../../../../domain/accounts/session.ts';
import type { SessionDigest } from '../../../../domain/accounts/session-secret.ts';
import { fromAccountRow } from '../../rows/account-row.ts';
import { fromSessionRow, toSessionRow } from '../../rows/session-row.ts';
import { type AccountKeys, accountKeys } from '../account-keys.ts';
import { type HashReply, toRecord } from '../connection/hash-reply.ts';
import { type RedisStore, readScript } from '../connection/redis-store.ts';
import { credentialValues, HAS_CREDENTIAL, rejectRetired, requireCredential } from '../credential-guard.ts';

/** KEYS: the account, its sessions, when each was seen. Ids begin with the time, so they sort by age. */
const ADD = `
  local id, row, epoch, seenAt, sessionsMax, lifeMs = unpack(ARGV)
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  if (redis.call('HGET', KEYS[1], 'session_epoch') or '0') ~= epoch then return 0 end
  redis.call('HSET', KEYS[2], id, row)
  redis.call('ZADD', KEYS[3], 'NX', seenAt, id)
  local function delete(old)
    redis.call('HDEL', KEYS[2], old)
    redis.call('ZREM', KEYS[3], old)
  end
  local ids = redis.call('HKEYS', KEYS[2])
  table.sort(ids)
  for index = 1, #ids - sessionsMax do delete(ids[index]) end
  redis.call('PEXPIRE', KEYS[2], lifeMs)
  redis.call('PEXPIRE', KEYS[3], lifeMs)
  return 1`;

const FIND = readScript(`
  local row = redis.call('HGET', KEYS[2], ARGV[1])
  if not row then return {} end
  return { row, redis.call('ZSCORE', KEYS[3], ARGV[1]), redis.call('HGETALL', KEYS[1]) }`);

const LIST = readScript(`
  local found = {}
  for _, row in ipairs(redis.call('HVALS', KEYS[2])) do
    found[#found + 1] = { row, redis.call('ZSCORE', KEYS[3], cjson.decode(row)['session_id']) }
  end
  return { redis.call('HGETALL', KEYS[1]), found }`);

/** KEYS: when each session was seen. A session that has ended has no entry. */
const TOUCH = `
  local seenAt = redis.call('ZSCORE', KEYS[1], ARGV[1])
  if not seenAt or tonumber(seenAt) ~= tonumber(ARGV[2]) then return 0 end
  redis.call('ZADD', KEYS[1], 'XX', ARGV[3], ARGV[1])
  return 1`;

const BEGIN_END = `${HAS_CREDENTIAL}
  ${requireCredential('ARGV[2]', 'ARGV[3]')}`;

/** KEYS: the account, its sessions, when each was seen. */
const END = `${BEGIN_END}
  redis.call('ZREM', KEYS[3], ARGV[1])
  return redis.call('HDEL', KEYS[2], ARGV[1])`;

const END_OTHERS = `${BEGIN_END}
  for _, id in ipairs(redis.call('HKEYS', KEYS[2])) do
    if id ~= ARGV[1] then
      redis.call('HDEL', KEYS[2], id)
      redis.call('ZREM', KEYS[3], id)
    end
  end
  return 1`;

/** The time is stored apart from the row, so that updating it rewrites nothing else. */
type SessionReply = readonly [row: string, seenAt: string];

/**
 * Sessions are stored in the slot of their account, which makes them authoritative. The hint that maps a digest to its
 * account lies on another server and is never trusted alone. Everything expires by itself, so leftovers of an
 * interrupted step are gone within a week.
 */
export class RedisSessionStore implements SessionStore {
  private readonly keys: AccountKeys;

  constructor(private readonly store: RedisStore) {
    this.keys = accountKeys(store);
  }

  /** Writes the hint, then the session: one without the other is never found. */
  async add(session: Session) {
    const { id, digest, accountId, epoch } = session;
    const { seen_at, ...row } = toSessionRow(session);
    const hint = `${accountId} ${id}`;
    await this.store.command('SET', this.keys.sessionHint(digest), hint, 'PX', sessionLifeMsMax);

    const values = [id, JSON.stringify(row), epoch, seen_at, sessionsMax, sessionLifeMsMax];
    await this.store.script(ADD, this.allKeys(accountId), values);
  }

  async find(digest: SessionDigest) {
    const hinted = await this.store.read((client) => client.get(this.keys.sessionHint(digest)));
    const [owner = '', which = ''] = hinted?.split(' ') ?? [];
    const accountId = parseAccountId(owner);
    const id = parseSessionId(which);
    if (!accountId || !id) return undefined;

    const reply = await this.store.readScript(FIND, this.allKeys(accountId), [id]);
    const [row, seenAt, fields] = reply as readonly [...SessionReply, HashReply] | readonly [];
    const account = fields && toAccount(fields);
    const session = row && seenAt ? toSession([row, seenAt]) : undefined;
    return account && session?.digest === digest && session.isOf(account) ? { session, account } : undefined;
  }

  async touch({ id, accountId, seenAt: seenBefore }: Session, seenAt: Date) {
    const values = [id, seenBefore.getTime(), seenAt.getTime()];
    await this.store.script(TOUCH, [this.keys.sessionsSeen(accountId)], values);
  }

  async listOf(accountId: AccountId) {
    const reply = await this.store.readScript(LIST, this.allKeys(accountId), []);
    const [fields, found] = reply as readonly [HashReply, readonly SessionReply[]];
    const account = toAccount(fields);
    if (!account) return [];
    const sessions = found.map(toSession).filter((session) => session.isOf(account));
    return sessions.sort((one, other) => (one.id < other.id ? 1 : -1));
  }

  async end(accountId: AccountId, id: SessionId, credential?: Credential) {
    const ended = await this.runEnd(END, accountId, id, credential);
    return ended === 1 ? 'ended' : 'not-found';
  }

  async endOthers(accountId: AccountId, kept: SessionId, credential?: Credential) {
    await this.runEnd(END_OTHERS, accountId, kept, credential);
  }

  private async runEnd(script: string, accountId: AccountId, id: SessionId, credential: Credential | undefined) {
    const values = [id, ...credentialValues({ credential })];
    return rejectRetired(await this.store.script(script, this.allKeys(accountId), values));
  }

  private allKeys(id: AccountId): readonly string[] {
    return [this.keys.account(id), this.keys.sessions(id), this.keys.sessionsSeen(id)];
  }
}

const toSession = ([row, seen_at]: SessionReply): Session => fromSessionRow({ ...JSON.parse(row), seen_at });

const toAccount = (fields: HashReply) => (fields.length === 0 ? undefined : fromAccountRow(toRecord(fields)));
