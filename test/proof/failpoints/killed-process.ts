import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { invariant } from '../../../src/domain/invariant.ts';
import { aKeyringInUse } from '../../support/builders/a-keyring.ts';
import { openAccount, rotateKey } from './account-cases.ts';
import { Application } from './application.ts';
import { countDriverSteps } from './driver-steps.ts';
import { Failpoint } from './failpoint.ts';
import { deletePrompt, moveLabel, publishVersion } from './prompt-cases.ts';

/**
 * A process that prints its facts, runs a use case, and is killed at the step that makes the changes visible: the commit
 * with SQL, or the only statement; a script, or the key that makes an account visible, with Redis.
 */
const DECIDING = ['COMMIT', 'WITH swapped AS', 'evalsha', 'set'];
const USE_CASES = [rotateKey, openAccount, publishVersion, moveLabel, deletePrompt];

const options = { storage: { type: 'string' }, keyring: { type: 'string' }, when: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const { storage = '', keyring = '', when } = values;
invariant(when === 'before' || when === 'after', '--when is before or after');

countDriverSteps();
const application = await Application.on(storage, await aKeyringInUse(keyring));

async function aSubject() {
  const useCase = USE_CASES.find(({ name }) => name === positionals[0]);
  invariant(useCase !== undefined, 'the use case is known');
  const facts = await useCase.prepare(application);
  const subject = useCase.about(facts);
  await subject.look(application);
  return { facts, subject };
}

const undisturbed = await aSubject();
const counting = new Failpoint(undefined);
await counting.watch(() => undisturbed.subject.run(application));
const step = counting.steps.findLastIndex((name) => DECIDING.includes(name)) + 1;

const { facts, subject } = await aSubject();
writeSync(process.stdout.fd, JSON.stringify(facts));
const failpoint = new Failpoint({ when, step }, () => process.kill(process.pid, 'SIGKILL'));
await failpoint.watch(() => subject.run(application));
