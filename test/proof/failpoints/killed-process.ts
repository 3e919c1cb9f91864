import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { invariant } from '../../../src/domain/invariant.ts';
import { aKeyringInUse } from '../../support/builders/a-keyring.ts';
import { openAccount, rotateKey } from './account-cases.ts';
import { Application } from './application.ts';
import { countDriverSteps } from './driver-steps.ts';
import { Failpoint } from './failpoint.ts';
import { moveLabel, publishVersion } from './prompt-cases.ts';

/**
 * A process that carries out a use case, says for whom, and is killed at the step that decides it: from then on
 * everything shows. With SQL it is the commit; with Redis a script, or the key that makes an account known.
 */
const DECIDING = ['COMMIT', 'eval', 'set'];
const USE_CASES = [rotateKey, openAccount, publishVersion, moveLabel];

const options = { storage: { type: 'string' }, keyring: { type: 'string' }, when: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const { storage = '', keyring = '', when } = values;
invariant(when === 'before' || when === 'after', 'it is told when to end');

countDriverSteps();
const application = await Application.on(storage, await aKeyringInUse(keyring));

async function aSubject() {
  const useCase = USE_CASES.find(({ name }) => name === positionals[0]);
  invariant(useCase !== undefined, 'it is told a use case');
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
