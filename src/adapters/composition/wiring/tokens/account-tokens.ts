import type { ChangeName } from '../../../../application/accounts/change-name.ts';
import type { ChangePassword } from '../../../../application/accounts/change-password.ts';
import type { CheckPassword } from '../../../../application/accounts/check-password.ts';
import type { DeleteAccount } from '../../../../application/accounts/delete-account.ts';
import type { DraftAccount } from '../../../../application/accounts/draft-account.ts';
import type { ListAccounts } from '../../../../application/accounts/list-accounts.ts';
import type { OpenAccount } from '../../../../application/accounts/open-account.ts';
import type { ResetPassword } from '../../../../application/accounts/reset-password.ts';
import type { SignUp } from '../../../../application/accounts/sign-up.ts';
import type { UnblockAccount } from '../../../../application/accounts/unblock-account.ts';
import type { AddEncryptionKey } from '../../../../application/keyring/add-encryption-key.ts';
import type { PromoteEncryptionKey } from '../../../../application/keyring/promote-encryption-key.ts';
import type { ReencryptKeys } from '../../../../application/keyring/reencrypt-keys.ts';
import type { RetireEncryptionKey } from '../../../../application/keyring/retire-encryption-key.ts';
import type { AuthenticateKey } from '../../../../application/keys/authenticate-key.ts';
import type { DescribeKey } from '../../../../application/keys/describe-key.ts';
import type { ListRotations } from '../../../../application/keys/list-rotations.ts';
import type { ObtainKey } from '../../../../application/keys/obtain-key.ts';
import type { ReplaceLostKey } from '../../../../application/keys/replace-lost-key.ts';
import type { RevealKey } from '../../../../application/keys/reveal-key.ts';
import type { RotateAllKeys } from '../../../../application/keys/rotate-all-keys.ts';
import type { RotateKey } from '../../../../application/keys/rotate-key.ts';
import type { RotateKeyOfAccount } from '../../../../application/keys/rotate-key-of-account.ts';
import type { RotateOwnKey } from '../../../../application/keys/rotate-own-key.ts';
import type { RotatePresentedKey } from '../../../../application/keys/rotate-presented-key.ts';
import type { SignIn } from '../../../../application/keys/sign-in.ts';
import type { EncryptionKeys } from '../../../../application/ports/encryption-keys.ts';
import type { ContentHashing, HashingGate, PasswordHashing } from '../../../../application/ports/hashing.ts';
import type {
  KeySealing,
  SessionSecrets,
  SetupTokens,
  WebhookSecretSealing,
} from '../../../../application/ports/secrets.ts';
import type { RejectionDelay, SignInThrottle, SignUpThrottle } from '../../../../application/ports/sign-in-throttle.ts';
import type { EndOtherSessions } from '../../../../application/sessions/end-other-sessions.ts';
import type { EndSession } from '../../../../application/sessions/end-session.ts';
import type { ListSessions } from '../../../../application/sessions/list-sessions.ts';
import type { ResumeSession } from '../../../../application/sessions/resume-session.ts';
import type { StartSession } from '../../../../application/sessions/start-session.ts';
import type { CheckSetup } from '../../../../application/setup/check-setup.ts';
import type { ClaimSetup } from '../../../../application/setup/claim-setup.ts';
import type { OfferSetup } from '../../../../application/setup/offer-setup.ts';
import type { OpenFirstAccount } from '../../../../application/setup/open-first-account.ts';
import type { HashingQueue } from '../../../outbound/crypto/hashing-gates.ts';
import type { CurrentKeyring } from '../../../outbound/crypto/keyring/current-keyring.ts';
import { token } from './token.ts';

/** Accounts, keys, passwords and sessions. */
export const accountTokens = {
  signInThrottle: token<SignInThrottle>('SignInThrottle'),
  signUpThrottle: token<SignUpThrottle>('SignUpThrottle'),
  rejectionDelay: token<RejectionDelay>('RejectionDelay'),
  keyring: token<CurrentKeyring>('CurrentKeyring'),
  encryptionKeys: token<EncryptionKeys>('EncryptionKeys'),
  keySealing: token<KeySealing>('KeySealing'),
  webhookSecretSealing: token<WebhookSecretSealing>('WebhookSecretSealing'),
  setupTokens: token<SetupTokens>('SetupTokens'),
  passwordHashing: token<PasswordHashing>('PasswordHashing'),
  hashingQueue: token<HashingQueue>('HashingQueue'),
  signUpQueue: token<HashingQueue>('SignUpQueue'),
  signInGate: token<HashingGate>('SignInGate'),
  signUpGate: token<HashingGate>('SignUpGate'),
  contentHashing: token<ContentHashing>('ContentHashing'),
  sessionSecrets: token<SessionSecrets>('SessionSecrets'),
  draftAccount: token<DraftAccount>('DraftAccount'),
  openAccount: token<OpenAccount>('OpenAccount'),
  signUp: token<SignUp>('SignUp'),
  unblockAccount: token<UnblockAccount>('UnblockAccount'),
  listAccounts: token<ListAccounts>('ListAccounts'),
  resetPassword: token<ResetPassword>('ResetPassword'),
  deleteAccount: token<DeleteAccount>('DeleteAccount'),
  checkPassword: token<CheckPassword>('CheckPassword'),
  changePassword: token<ChangePassword>('ChangePassword'),
  changeName: token<ChangeName>('ChangeName'),
  /** The type has only what consumers call, so that metrics can wrap it. */
  signIn: token<Pick<SignIn, 'execute'>>('SignIn'),
  authenticateKey: token<AuthenticateKey>('AuthenticateKey'),
  rotateKey: token<Pick<RotateKey, 'execute'>>('RotateKey'),
  rotateAllKeys: token<RotateAllKeys>('RotateAllKeys'),
  rotateKeyOfAccount: token<RotateKeyOfAccount>('RotateKeyOfAccount'),
  rotateOwnKey: token<RotateOwnKey>('RotateOwnKey'),
  rotatePresentedKey: token<RotatePresentedKey>('RotatePresentedKey'),
  obtainKey: token<ObtainKey>('ObtainKey'),
  replaceLostKey: token<ReplaceLostKey>('ReplaceLostKey'),
  revealKey: token<RevealKey>('RevealKey'),
  describeKey: token<DescribeKey>('DescribeKey'),
  listRotations: token<ListRotations>('ListRotations'),
  addEncryptionKey: token<AddEncryptionKey>('AddEncryptionKey'),
  promoteEncryptionKey: token<PromoteEncryptionKey>('PromoteEncryptionKey'),
  reencryptKeys: token<ReencryptKeys>('ReencryptKeys'),
  retireEncryptionKey: token<RetireEncryptionKey>('RetireEncryptionKey'),
  offerSetup: token<OfferSetup>('OfferSetup'),
  openFirstAccount: token<OpenFirstAccount>('OpenFirstAccount'),
  checkSetup: token<CheckSetup>('CheckSetup'),
  claimSetup: token<ClaimSetup>('ClaimSetup'),
  startSession: token<StartSession>('StartSession'),
  resumeSession: token<ResumeSession>('ResumeSession'),
  endSession: token<EndSession>('EndSession'),
  endOtherSessions: token<EndOtherSessions>('EndOtherSessions'),
  listSessions: token<ListSessions>('ListSessions'),
};
