import type { ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
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
import type { DeleteOldChanges } from '../../../../application/changes/delete-old-changes.ts';
import type { FollowChanges } from '../../../../application/changes/follow-changes.ts';
import type { ListChanges } from '../../../../application/changes/list-changes.ts';
import type { ReadNewestPosition } from '../../../../application/changes/read-newest-position.ts';
import type { ChangeWatch } from '../../../../application/changes/watch/change-watch.ts';
import type { CheckReadiness } from '../../../../application/diagnose/check-readiness.ts';
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
import type { BuildSearchIndex } from '../../../../application/maintenance/build-search-index.ts';
import type { AccountRepository } from '../../../../application/ports/account-repository.ts';
import type { StorageDiagnosis } from '../../../../application/ports/diagnosis.ts';
import type { EncryptionKeys } from '../../../../application/ports/encryption-keys.ts';
import type { Clock, Entropy } from '../../../../application/ports/environment.ts';
import type { ContentHashing, HashingGate, PasswordHashing } from '../../../../application/ports/hashing.ts';
import type { KeyStorage } from '../../../../application/ports/key-storage.ts';
import type { KeyringRegister } from '../../../../application/ports/keyring-register.ts';
import type { PromptArchive } from '../../../../application/ports/prompts/prompt-archive.ts';
import type {
  PromptCatalog,
  PromptSearch,
  SearchIndexing,
} from '../../../../application/ports/prompts/prompt-catalog.ts';
import type { PromptChanges } from '../../../../application/ports/prompts/prompt-changes.ts';
import type { PromptReader } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { PromptWriter } from '../../../../application/ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../../../../application/ports/prompts/protected-labels.ts';
import type {
  KeySealing,
  SessionSecrets,
  SetupTokens,
  WebhookSecretSealing,
} from '../../../../application/ports/secrets.ts';
import type { SessionStore } from '../../../../application/ports/session-store.ts';
import type { SignInThrottle, SignUpThrottle } from '../../../../application/ports/sign-in-throttle.ts';
import type { StorageAdministration } from '../../../../application/ports/storage/storage-administration.ts';
import type { StorageMaintenance } from '../../../../application/ports/storage/storage-maintenance.ts';
import type { StorageReader, StorageWriter } from '../../../../application/ports/storage/storage-transfer.ts';
import type { UsageLog } from '../../../../application/ports/usage-log.ts';
import type { WebhookDeliveries } from '../../../../application/ports/webhooks/webhook-deliveries.ts';
import type { WebhookSender, WebhookTargets } from '../../../../application/ports/webhooks/webhook-sender.ts';
import type { Webhooks } from '../../../../application/ports/webhooks/webhooks.ts';
import type { ListFolders } from '../../../../application/prompts/catalog/list-folders.ts';
import type { ListNeighboringNames } from '../../../../application/prompts/catalog/list-neighboring-names.ts';
import type { ListPrompts } from '../../../../application/prompts/catalog/list-prompts.ts';
import type { ListTags } from '../../../../application/prompts/catalog/list-tags.ts';
import type { ReadLimits } from '../../../../application/prompts/catalog/read-limits.ts';
import type { ReadPromptsRevision } from '../../../../application/prompts/catalog/read-prompts-revision.ts';
import type { ChangePrompt } from '../../../../application/prompts/change-prompt.ts';
import type { CreatePrompt } from '../../../../application/prompts/create-prompt.ts';
import type { DeletePrompt } from '../../../../application/prompts/delete-prompt.ts';
import type { DraftVersion } from '../../../../application/prompts/draft-version.ts';
import type { ExportPrompts } from '../../../../application/prompts/import-export/export-prompts.ts';
import type { ImportPrompts } from '../../../../application/prompts/import-export/import-prompts.ts';
import type { ListLabelMoves } from '../../../../application/prompts/labels/list-label-moves.ts';
import type { ListProtectedLabels } from '../../../../application/prompts/labels/list-protected-labels.ts';
import type { MoveLabel } from '../../../../application/prompts/labels/move-label.ts';
import type { ProtectLabels } from '../../../../application/prompts/labels/protect-labels.ts';
import type { RemoveLabel } from '../../../../application/prompts/labels/remove-label.ts';
import type { RollBackLabel } from '../../../../application/prompts/labels/roll-back-label.ts';
import type { PublishVersion } from '../../../../application/prompts/publish-version.ts';
import type { PutPrompt } from '../../../../application/prompts/put-prompt.ts';
import type { ReadPrompt } from '../../../../application/prompts/read-prompt.ts';
import type { ReadPromptHead } from '../../../../application/prompts/read-prompt-head.ts';
import type { RenderPrompt } from '../../../../application/prompts/render-prompt.ts';
import type { DiffVersions } from '../../../../application/prompts/versions/diff-versions.ts';
import type { ListVersions } from '../../../../application/prompts/versions/list-versions.ts';
import type { ReadVersion } from '../../../../application/prompts/versions/read-version.ts';
import type { EndOtherSessions } from '../../../../application/sessions/end-other-sessions.ts';
import type { EndSession } from '../../../../application/sessions/end-session.ts';
import type { ListSessions } from '../../../../application/sessions/list-sessions.ts';
import type { ResumeSession } from '../../../../application/sessions/resume-session.ts';
import type { StartSession } from '../../../../application/sessions/start-session.ts';
import type { CheckSetup } from '../../../../application/setup/check-setup.ts';
import type { ClaimSetup } from '../../../../application/setup/claim-setup.ts';
import type { OfferSetup } from '../../../../application/setup/offer-setup.ts';
import type { OpenFirstAccount } from '../../../../application/setup/open-first-account.ts';
import type { DeleteOldUsage } from '../../../../application/usage/delete-old-usage.ts';
import type { FlushUsage } from '../../../../application/usage/flush-usage.ts';
import type { ListCallers } from '../../../../application/usage/list-callers.ts';
import type { ReadArrival } from '../../../../application/usage/read-arrival.ts';
import type { SummarizeUsage } from '../../../../application/usage/summarize-usage.ts';
import type { TallyCalls } from '../../../../application/usage/tally-calls.ts';
import type { DeliverWebhooks } from '../../../../application/webhooks/delivery/deliver-webhooks.ts';
import type { DeliveryObserver } from '../../../../application/webhooks/delivery/delivery-observer.ts';
import type { ListDeliveries } from '../../../../application/webhooks/delivery/list-deliveries.ts';
import type { RetryDelivery } from '../../../../application/webhooks/delivery/retry-delivery.ts';
import type { TestWebhook } from '../../../../application/webhooks/delivery/test-webhook.ts';
import type { ResealWebhookSecrets } from '../../../../application/webhooks/reseal-webhook-secrets.ts';
import type { Quotas } from '../../../../domain/prompts/quotas.ts';
import type { EventUseCases } from '../../../inbound/http/events/event-routes.ts';
import type { PromptUseCases } from '../../../inbound/http/prompts/prompt-routes.ts';
import type { Extension } from '../../../inbound/http/server/app.ts';
import type { HttpService } from '../../../inbound/http/server/http-service.ts';
import type { WebhookUseCases } from '../../../inbound/http/webhooks/webhook-routes.ts';
import type { ChangeRetentionSchedule } from '../../../inbound/schedule/change-retention-schedule.ts';
import type { ChangeSchedule } from '../../../inbound/schedule/change-schedule.ts';
import type { SearchIndexSchedule } from '../../../inbound/schedule/search-index-schedule.ts';
import type { StorageWatch } from '../../../inbound/schedule/storage-watch.ts';
import type { UsageSchedule } from '../../../inbound/schedule/usage-schedule.ts';
import type { WebhookSchedule } from '../../../inbound/schedule/webhook-schedule.ts';
import type { BoundedGate } from '../../../outbound/crypto/bounded-gate.ts';
import type { CurrentKeyring } from '../../../outbound/crypto/current-keyring.ts';
import type { ThrottleRecords } from '../../../outbound/throttle/throttle-records.ts';
import type { CheckedTargets } from '../../../outbound/webhooks/checked-targets.ts';

/**
 * A bare symbol says nothing about what is bound to it. Returned as a ServiceIdentifier<Service>, it does:
 * binding or injecting the wrong thing under a token is then a compile error.
 */
export const token = <Service>(name: string): ServiceIdentifier<Service> => Symbol(name);

export const tokens = {
  clock: token<Clock>('Clock'),
  entropy: token<Entropy>('Entropy'),
  log: token<Logger>('Logger'),

  accountRepository: token<AccountRepository>('AccountRepository'),
  keyStorage: token<KeyStorage>('KeyStorage'),
  keyringRegister: token<KeyringRegister>('KeyringRegister'),
  /** How much an account may store. */
  quotas: token<Quotas>('Quotas'),
  promptArchive: token<PromptArchive>('PromptArchive'),
  promptCatalog: token<PromptCatalog>('PromptCatalog'),
  promptSearch: token<PromptSearch>('PromptSearch'),
  searchIndexing: token<SearchIndexing>('SearchIndexing'),
  buildSearchIndex: token<BuildSearchIndex>('BuildSearchIndex'),
  searchIndexSchedule: token<SearchIndexSchedule>('SearchIndexSchedule'),
  promptChanges: token<PromptChanges>('PromptChanges'),
  promptReader: token<PromptReader>('PromptReader'),
  promptWriter: token<PromptWriter>('PromptWriter'),
  protectedLabels: token<ProtectedLabels>('ProtectedLabels'),
  sessionStore: token<SessionStore>('SessionStore'),
  signInThrottle: token<SignInThrottle>('SignInThrottle'),
  signUpThrottle: token<SignUpThrottle>('SignUpThrottle'),
  throttleRecords: token<ThrottleRecords>('ThrottleRecords'),
  storageDiagnosis: token<StorageDiagnosis>('StorageDiagnosis'),
  storageAdministration: token<StorageAdministration>('StorageAdministration'),
  storageReader: token<StorageReader>('StorageReader'),
  storageWriter: token<StorageWriter>('StorageWriter'),
  storageMaintenance: token<StorageMaintenance>('StorageMaintenance'),
  usageLog: token<UsageLog>('UsageLog'),
  webhooks: token<Webhooks>('Webhooks'),
  webhookDeliveries: token<WebhookDeliveries>('WebhookDeliveries'),
  checkReadiness: token<CheckReadiness>('CheckReadiness'),
  storageWatch: token<StorageWatch>('StorageWatch'),

  keyring: token<CurrentKeyring>('CurrentKeyring'),
  encryptionKeys: token<EncryptionKeys>('EncryptionKeys'),
  keySealing: token<KeySealing>('KeySealing'),
  webhookSecretSealing: token<WebhookSecretSealing>('WebhookSecretSealing'),
  setupTokens: token<SetupTokens>('SetupTokens'),
  passwordHashing: token<PasswordHashing>('PasswordHashing'),
  hashingQueue: token<BoundedGate>('BoundedGate'),
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
  /** Only what consumers call, so that metrics can wrap it. */
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

  changePrompt: token<ChangePrompt>('ChangePrompt'),
  createPrompt: token<CreatePrompt>('CreatePrompt'),
  deletePrompt: token<DeletePrompt>('DeletePrompt'),
  diffVersions: token<DiffVersions>('DiffVersions'),
  draftVersion: token<DraftVersion>('DraftVersion'),
  exportPrompts: token<ExportPrompts>('ExportPrompts'),
  importPrompts: token<ImportPrompts>('ImportPrompts'),
  listFolders: token<ListFolders>('ListFolders'),
  listLabelMoves: token<ListLabelMoves>('ListLabelMoves'),
  listNeighboringNames: token<ListNeighboringNames>('ListNeighboringNames'),
  listPrompts: token<ListPrompts>('ListPrompts'),
  listProtectedLabels: token<ListProtectedLabels>('ListProtectedLabels'),
  listTags: token<ListTags>('ListTags'),
  listVersions: token<ListVersions>('ListVersions'),
  moveLabel: token<MoveLabel>('MoveLabel'),
  protectLabels: token<ProtectLabels>('ProtectLabels'),
  publishVersion: token<PublishVersion>('PublishVersion'),
  putPrompt: token<PutPrompt>('PutPrompt'),
  readPrompt: token<ReadPrompt>('ReadPrompt'),
  readPromptHead: token<ReadPromptHead>('ReadPromptHead'),
  readLimits: token<ReadLimits>('ReadLimits'),
  readPromptsRevision: token<ReadPromptsRevision>('ReadPromptsRevision'),
  readVersion: token<ReadVersion>('ReadVersion'),
  removeLabel: token<RemoveLabel>('RemoveLabel'),
  renderPrompt: token<RenderPrompt>('RenderPrompt'),
  rollBackLabel: token<RollBackLabel>('RollBackLabel'),
  /** All use cases of the prompt routes, which are mounted twice. */
  promptUseCases: token<PromptUseCases>('PromptUseCases'),

  followChanges: token<FollowChanges>('FollowChanges'),
  listChanges: token<ListChanges>('ListChanges'),
  readNewestPosition: token<ReadNewestPosition>('ReadNewestPosition'),
  changeWatch: token<ChangeWatch>('ChangeWatch'),
  changeSchedule: token<ChangeSchedule>('ChangeSchedule'),
  /** The use cases of event streams, which are mounted twice. */
  eventUseCases: token<EventUseCases>('EventUseCases'),

  tallyCalls: token<TallyCalls>('TallyCalls'),
  flushUsage: token<FlushUsage>('FlushUsage'),
  summarizeUsage: token<SummarizeUsage>('SummarizeUsage'),
  listCallers: token<ListCallers>('ListCallers'),
  readArrival: token<ReadArrival>('ReadArrival'),
  deleteOldUsage: token<DeleteOldUsage>('DeleteOldUsage'),
  usageSchedule: token<UsageSchedule>('UsageSchedule'),

  deleteOldChanges: token<DeleteOldChanges>('DeleteOldChanges'),
  changeRetentionSchedule: token<ChangeRetentionSchedule>('ChangeRetentionSchedule'),

  webhookTargets: token<WebhookTargets>('WebhookTargets'),
  checkedTargets: token<CheckedTargets>('CheckedTargets'),
  webhookSender: token<WebhookSender>('WebhookSender'),
  deliveryObserver: token<DeliveryObserver>('DeliveryObserver'),
  deliverWebhooks: token<DeliverWebhooks>('DeliverWebhooks'),
  webhookSchedule: token<WebhookSchedule>('WebhookSchedule'),
  testWebhook: token<TestWebhook>('TestWebhook'),
  listDeliveries: token<ListDeliveries>('ListDeliveries'),
  retryDelivery: token<RetryDelivery>('RetryDelivery'),
  resealWebhookSecrets: token<ResealWebhookSecrets>('ResealWebhookSecrets'),
  /** All use cases of the webhook routes, which are mounted twice. */
  webhookUseCases: token<WebhookUseCases>('WebhookUseCases'),

  dashboard: token<Extension>('Dashboard'),
  httpService: token<HttpService>('HttpService'),
};
