import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { baselineApp } from './baseline-app.ts';
import { baselineKeys } from './baseline-keys.ts';
import type { BaselineStorage } from './baseline-storage.ts';
import { postgresBaseline } from './postgres-baseline.ts';
import { redisBaseline } from './redis-baseline.ts';
import { sqliteBaseline } from './sqlite-baseline.ts';

function openStorage(url: string): BaselineStorage {
  if (url.startsWith('sqlite:')) return sqliteBaseline(url.slice('sqlite:'.length));
  return url.startsWith('postgres:') ? postgresBaseline(url) : redisBaseline(url);
}

const [storageUrl = '', keyringFile = ''] = process.argv.slice(2);
const app = baselineApp(openStorage(storageUrl), baselineKeys(keyringFile));
const server = createServer(app.callback()).listen(0, '127.0.0.1');
await once(server, 'listening');
process.stderr.write(`  API  http://127.0.0.1:${(server.address() as AddressInfo).port}/api\nready in 0 ms\n`);
