import { randomBytes } from 'node:crypto';
import type { Clock, Entropy } from '../../../application/ports/environment.ts';
import { EntropyPool } from './entropy-pool.ts';

export const systemClock: Clock = { now: () => new Date() };

export const systemEntropy: Entropy = new EntropyPool(randomBytes);
