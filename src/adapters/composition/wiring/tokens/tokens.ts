import { accountTokens } from './account-tokens.ts';
import { changeTokens } from './change-tokens.ts';
import { promptTokens } from './prompt-tokens.ts';
import { serviceTokens } from './service-tokens.ts';
import { storageTokens } from './storage-tokens.ts';

/** Everything that modules bind for each other. */
export const tokens = { ...serviceTokens, ...storageTokens, ...accountTokens, ...promptTokens, ...changeTokens };
