import { deepEqual } from 'node:assert/strict';
import type { AccountApplication } from '../../../src/application/accounts/draft-account.ts';
import { type AccountId, parseAccountId } from '../../../src/domain/accounts/account.ts';
import { ApiKey } from '../../../src/domain/accounts/api-key.ts';
import type { RotationOrigin } from '../../../src/domain/accounts/key-rotation.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { as } from '../../support/builders/an-author.ts';
import type { Application } from './application.ts';
import type { Facts, UseCase } from './use-case.ts';

const ORIGIN: RotationOrigin = { by: 'api', address: '192.0.2.7' };

let applicants = 0;

/** A unique e-mail address. */
function anAddress(): string {
  applicants += 1;
  return `ada-${process.pid}-${applicants}@example.com`;
}

const applicantOf = ({ email = '' }: Facts): AccountApplication => ({
  email,
  name: 'Ada',
  password: 'correct horse battery',
});

export async function anOpenedAccount(application: Application): Promise<Facts> {
  const email = anAddress();
  const outcome = await application.useCases.openAccount.execute(applicantOf({ email }));
  const { account, key } = as('opened', outcome);
  return { email, accountId: account.id, key: key.reveal() };
}

export const ownerOf = ({ accountId = '' }: Facts): AccountId => {
  const id = parseAccountId(accountId);
  invariant(id !== undefined, 'an account has an id');
  return id;
};

/** From a unique address, because failed sign-ins are throttled by address. */
const signIn = (application: Application, { email, password }: AccountApplication) =>
  application.useCases.signIn.execute({ email, password, address: email });

/** The keys that are valid for the account with this e-mail address. */
async function opening(application: Application, keys: readonly ApiKey[], { email }: AccountApplication) {
  const { authenticateKey } = application.useCases;
  const found = await Promise.all(keys.map((key) => authenticateKey.execute(authenticateKey.credentialOf(key))));
  return keys.filter((_, place) => found[place]?.email === email);
}

/** Exactly one key is valid, sign-in returns it, and the rotation is recorded if it took place. */
export const rotateKey: UseCase = {
  name: 'rotate the key',
  prepare: anOpenedAccount,
  about(facts) {
    const applicant = applicantOf(facts);
    const old = ApiKey.parse(facts['key'] ?? '');
    invariant(old !== undefined, 'an account has a key');
    const rotators = new Set<Application>();
    const known = () => [old, ...[...rotators].flatMap(({ issued }) => issued)];
    const rotate = ({ useCases }: Application, key: ApiKey) =>
      useCases.rotatePresentedKey.execute(ownerOf(facts), useCases.authenticateKey.credentialOf(key), ORIGIN);
    const ageOf = (shown: ApiKey): string => (shown.reveal() === old.reveal() ? 'old' : 'new');
    return {
      before: { opening: ['old'], shown: 'old', rotations: [] },
      after: { opening: ['new'], shown: 'new', rotations: [{ number: 1, ...ORIGIN }] },
      async look(present) {
        // Before any sign-in, which would repair the lookup of a key.
        const found = await opening(present, known(), applicant);
        const signedIn = await signIn(present, applicant);
        const { records } = await present.useCases.listRotations.execute(ownerOf(facts), { limit: 10 });
        return {
          opening: found.map(ageOf),
          shown: signedIn.kind === 'signed-in' ? ageOf(signedIn.key) : signedIn.kind,
          rotations: records.map(({ number, by, address }) => ({ number, by, address })),
        };
      },
      run(present) {
        rotators.add(present);
        return rotate(present, old);
      },
      async continueNormally(present) {
        const { key: shown } = as('signed-in', await signIn(present, applicant));
        rotators.add(present);
        const { key: next } = as('rotated', await rotate(present, shown));
        deepEqual((await opening(present, known(), applicant)).map(reveal), [next.reveal()]);
      },
    };
  },
};

type Open = (application: Application, applicant: AccountApplication) => Promise<unknown>;

/** Either the account does not exist and its e-mail address is free, or it exists and can sign in. */
function anOpening(facts: Facts, open: Open) {
  const applicant = applicantOf(facts);
  const openers = new Set<Application>();
  return {
    async look(present: Application) {
      const accounts = await present.useCases.listAccounts.execute();
      const signedIn = await signIn(present, applicant);
      const keys = signedIn.kind === 'signed-in' ? [signedIn.key] : [];
      return {
        listed: accounts.filter(({ email }) => email === applicant.email).length,
        signIn: signedIn.kind,
        opening: (await opening(present, keys, applicant)).length,
      };
    },
    run(present: Application) {
      openers.add(present);
      return open(present, applicant);
    },
    /** Whatever happened to the key of the crashed process, only the key that sign-in returns is valid. */
    async continueNormally(present: Application) {
      const { key: shown } = as('signed-in', await signIn(present, applicant));
      const known = [shown, ...[...openers].flatMap(({ issued }) => issued)];
      const found = new Set((await opening(present, known, applicant)).map(reveal));
      deepEqual(found, new Set([shown.reveal()]));
      as('email-taken', await present.useCases.openAccount.execute(applicant));
    },
  };
}

const NOT_OPENED = { listed: 0, signIn: 'wrong-credentials', opening: 0 };
const OPENED = { listed: 1, signIn: 'signed-in', opening: 1 };

export const openAccount: UseCase = {
  name: 'open an account',
  async prepare(application) {
    await anOpenedAccount(application);
    return { email: anAddress() };
  },
  about(facts) {
    const open: Open = (present, applicant) => present.useCases.openAccount.execute(applicant);
    return { ...anOpening(facts, open), before: NOT_OPENED, after: OPENED };
  },
};

export const openFirstAccount: UseCase = {
  name: 'open the first account',
  isFirst: true,
  prepare: async () => ({ email: anAddress() }),
  about(facts) {
    const open: Open = (present, applicant) => present.useCases.openFirstAccount.execute(applicant);
    const opening = anOpening(facts, open);
    return {
      ...opening,
      before: { setup: 'open', ...NOT_OPENED },
      after: { setup: 'done', ...OPENED },
      // Checked first, as every start does, because this check completes an interrupted first account.
      look: async (present) => ({
        setup: await present.useCases.checkSetup.execute(),
        ...(await opening.look(present)),
      }),
    };
  },
};

const reveal = (key: ApiKey): string => key.reveal();
