import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const temporaryFolder = async (): Promise<string> => mkdtemp(join(await realpath(tmpdir()), 'prompthold-test-'));
