import { ContainerModule } from 'inversify';
import { ChangeName } from '../../../../application/accounts/change-name.ts';
import { CheckPassword } from '../../../../application/accounts/check-password.ts';
import { DeleteAccount } from '../../../../application/accounts/delete-account.ts';
import { DraftAccount } from '../../../../application/accounts/draft-account.ts';
import { ListAccounts } from '../../../../application/accounts/list-accounts.ts';
import { OpenAccount } from '../../../../application/accounts/open-account.ts';
import { ResetPassword } from '../../../../application/accounts/reset-password.ts';
import { SignUp } from '../../../../application/accounts/sign-up.ts';
import { UnblockAccount } from '../../../../application/accounts/unblock-account.ts';
import { AuthenticateKey } from '../../../../application/keys/authenticate-key.ts';
import { DescribeKey } from '../../../../application/keys/describe-key.ts';
import { ListRotations } from '../../../../application/keys/list-rotations.ts';
import { ObtainKey } from '../../../../application/keys/obtain-key.ts';
import { ReplaceLostKey } from '../../../../application/keys/replace-lost-key.ts';
import { RevealKey } from '../../../../application/keys/reveal-key.ts';
import { RotateAllKeys } from '../../../../application/keys/rotate-all-keys.ts';
import { RotateKey } from '../../../../application/keys/rotate-key.ts';
import { RotateKeyOfAccount } from '../../../../application/keys/rotate-key-of-account.ts';
import { RotateOwnKey } from '../../../../application/keys/rotate-own-key.ts';
import { RotatePresentedKey } from '../../../../application/keys/rotate-presented-key.ts';
import { SignIn } from '../../../../application/keys/sign-in.ts';
import { CheckSetup } from '../../../../application/setup/check-setup.ts';
import { ClaimSetup } from '../../../../application/setup/claim-setup.ts';
import { OfferSetup } from '../../../../application/setup/offer-setup.ts';
import { OpenFirstAccount } from '../../../../application/setup/open-first-account.ts';
import { tokens } from '../tokens/tokens.ts';

const { accountRepository, keyStorage, keySealing, passwordHashing, signInThrottle, clock, entropy } = tokens;

/** Builds the use cases. They are plain classes: this file knows inversify so that they need not. */
export const applicationModule = new ContainerModule(({ bind }) => {
  bind(tokens.draftAccount).toResolvedValue(
    (...ports) => new DraftAccount(...ports),
    [passwordHashing, tokens.signUpGate, keySealing, clock, entropy],
  );
  bind(tokens.openAccount).toResolvedValue(
    (...ports) => new OpenAccount(...ports),
    [accountRepository, tokens.draftAccount],
  );
  bind(tokens.signUp).toResolvedValue(
    (...parts) => new SignUp(...parts),
    [tokens.openAccount, tokens.signUpThrottle, signInThrottle, clock],
  );
  bind(tokens.listAccounts).toResolvedValue((accounts) => new ListAccounts(accounts), [accountRepository]);
  bind(tokens.resetPassword).toResolvedValue(
    (...ports) => new ResetPassword(...ports),
    [accountRepository, passwordHashing, tokens.signInGate],
  );
  bind(tokens.deleteAccount).toResolvedValue((accounts) => new DeleteAccount(accounts), [accountRepository]);
  bind(tokens.unblockAccount).toResolvedValue(
    (...ports) => new UnblockAccount(...ports),
    [accountRepository, signInThrottle, clock],
  );

  bind(tokens.changeName).toResolvedValue((accounts) => new ChangeName(accounts), [accountRepository]);
  bind(tokens.checkPassword).toResolvedValue(
    (...ports) => new CheckPassword(...ports),
    [accountRepository, passwordHashing, tokens.signInGate, signInThrottle, tokens.rejectionDelay, clock],
  );

  bind(tokens.obtainKey).toResolvedValue(
    (...parts) => new ObtainKey(...parts),
    [accountRepository, keySealing, tokens.rotateKey],
  );
  bind(tokens.replaceLostKey).toResolvedValue(
    (...parts) => new ReplaceLostKey(...parts),
    [keySealing, tokens.rotateKey],
  );
  bind(tokens.signIn).toResolvedValue((...parts) => new SignIn(...parts), [tokens.checkPassword, tokens.obtainKey]);
  bind(tokens.authenticateKey).toResolvedValue((...ports) => new AuthenticateKey(...ports), [keyStorage, keySealing]);
  bind(tokens.rotateKey).toResolvedValue(
    (...ports) => new RotateKey(...ports),
    [keyStorage, keySealing, clock, entropy],
  );
  bind(tokens.rotateKeyOfAccount).toResolvedValue(
    (...ports) => new RotateKeyOfAccount(...ports),
    [accountRepository, tokens.rotateKey],
  );
  bind(tokens.rotateAllKeys).toResolvedValue(
    (...parts) => new RotateAllKeys(...parts),
    [accountRepository, keySealing, tokens.rotateKey],
  );
  bind(tokens.rotateOwnKey).toResolvedValue(
    (...ports) => new RotateOwnKey(...ports),
    [accountRepository, tokens.rotateKey],
  );
  bind(tokens.rotatePresentedKey).toResolvedValue(
    (...ports) => new RotatePresentedKey(...ports),
    [keySealing, tokens.rotateKey],
  );
  bind(tokens.revealKey).toResolvedValue((...parts) => new RevealKey(...parts), [accountRepository, tokens.obtainKey]);
  bind(tokens.describeKey).toResolvedValue((...ports) => new DescribeKey(...ports), [tokens.usageLog, keySealing]);
  bind(tokens.listRotations).toResolvedValue((keys) => new ListRotations(keys), [keyStorage]);

  bind(tokens.offerSetup).toResolvedValue(
    (...ports) => new OfferSetup(...ports),
    [accountRepository, tokens.setupTokens, clock],
  );
  bind(tokens.openFirstAccount).toResolvedValue(
    (...ports) => new OpenFirstAccount(...ports),
    [accountRepository, tokens.draftAccount],
  );
  bind(tokens.checkSetup).toResolvedValue((accounts) => new CheckSetup(accounts), [accountRepository]);
  bind(tokens.claimSetup).toResolvedValue(
    (...parts) => new ClaimSetup(...parts),
    [tokens.checkSetup, tokens.setupTokens, clock, tokens.openFirstAccount, signInThrottle],
  );
});
