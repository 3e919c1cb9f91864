import { pino } from 'pino';
import type { RequestLogOutput } from '../../../src/adapters/inbound/http/server/request-log.ts';

export const SILENT_LOG: RequestLogOutput = {
  log: pino({ level: 'silent' }),
  writeLine: () => {},
  beginLine: () => '{',
};
