import {
  type KeyringChecks,
  type KeyringHolder,
  type KeyringRegister,
  type KeyStanding,
  LOOKUP,
} from '../../../../application/ports/keyring-register.ts';
import { fromHolderRow, fromKeyRow, toHolderRow } from '../../rows/keyring-rows.ts';
import { type RedisStore, readScript } from '../connection/redis-store.ts';

/** A key's check value, followed by its standing unless that is open. */
export const serializeKey = (check: string, standing: string): string =>
  standing === 'open' ? check : `${check} ${standing}`;

const CHANGE = `
  local held = redis.call('HGET', KEYS[1], ARGV[1])
  if not held then return 'superseded' end
  local check, standing = string.match(held, '^(%S+) ?(%S*)$')
  if standing == '' then standing = 'open' end
  if standing ~= ARGV[2] then return 'superseded' end
  redis.call('HSET', KEYS[1], ARGV[1], check .. ' ' .. ARGV[3])
  return 'changed'`;

/** Compare and swap. ARGV: the former check of the lookup key, then ids and checks. Retried after success, it changes nothing. */
const REPLACE = `
  if redis.call('HGET', KEYS[1], '${LOOKUP}') ~= ARGV[1] then return 'superseded' end
  local held = redis.call('HGETALL', KEYS[1])
  for index = 1, #held, 2 do
    local check, standing = string.match(held[index + 1], '^(%S+) ?(%S*)$')
    if standing == '' or standing == 'open' or standing == 'closed' then
      redis.call('HSET', KEYS[1], held[index], check .. ' lost')
    end
  end
  for index = 2, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[index], ARGV[index + 1]) end
  return 'replaced'`;

/** Uses the storage's clock: the clocks of the instances may differ. */
const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

const ANNOUNCE = `${NOW}
  local held = redis.call('HGETALL', KEYS[1])
  for index = 1, #held, 2 do
    if tonumber(string.match(held[index + 1], '^%d+')) <= now then redis.call('HDEL', KEYS[1], held[index]) end
  end
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now + ARGV[3]) .. ' ' .. ARGV[2])
  return 1`;

const HOLDERS = readScript(`${NOW}
  local live = {}
  for _, text in ipairs(redis.call('HVALS', KEYS[1])) do
    if tonumber(string.match(text, '^%d+')) > now then live[#live + 1] = string.match(text, ' (.*)') end
  end
  return live`);

export class RedisKeyringRegister implements KeyringRegister {
  private readonly keysKey: string;
  private readonly holdersKey: string;

  constructor(private readonly store: RedisStore) {
    this.keysKey = store.key('keyring');
    this.holdersKey = store.key('keyring', 'holders');
  }

  async keys() {
    const held = await this.store.read((client) => client.hgetall(this.keysKey));
    return new Map(
      Object.entries(held).map(([kid, text]) => {
        const [value, standing = 'open'] = text.split(' ');
        return [kid, fromKeyRow({ value, standing })];
      }),
    );
  }

  async record(checks: KeyringChecks) {
    for (const [kid, value] of checks) {
      await this.store.command('HSETNX', this.keysKey, kid, value);
    }
    return this.keys();
  }

  async change(kid: string, from: KeyStanding, to: KeyStanding) {
    const result = await this.store.script(CHANGE, [this.keysKey], [kid, from, to]);
    return result === 'changed' ? 'changed' : 'superseded';
  }

  async replace(former: string, checks: KeyringChecks) {
    const result = await this.store.script(REPLACE, [this.keysKey], [former, ...[...checks].flat()]);
    return result === 'replaced' ? 'replaced' : 'superseded';
  }

  async announce(holder: KeyringHolder, forMs: number): Promise<void> {
    const row = JSON.stringify(toHolderRow(holder));
    await this.store.script(ANNOUNCE, [this.holdersKey], [holder.id, row, forMs]);
  }

  async withdraw(holderId: string): Promise<void> {
    await this.store.write((pipeline) => pipeline.hdel(this.holdersKey, holderId));
  }

  async holders(): Promise<readonly KeyringHolder[]> {
    const live = (await this.store.readScript(HOLDERS, [this.holdersKey], [])) as string[];
    return live.map((text) => fromHolderRow(JSON.parse(text)));
  }
}
