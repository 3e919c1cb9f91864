import { randomBytes } from 'node:crypto';
import type { Clock, Entropy } from '../../../application/ports/environment.ts';

export const systemClock: Clock = { now: () => new Date() };

export const systemEntropy: Entropy = { bytes: (count) => randomBytes(count) };
