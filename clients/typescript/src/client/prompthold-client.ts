export type {
  ChangeEvent,
  ChangesOptions,
  GetOptions,
  Moved,
  MoveOptions,
  PreloadOptions,
  PromptholdEvent,
  PromptholdOptions,
  Published,
  PublishOptions,
  ReadyOptions,
  Refresh,
  StaleReason,
} from '../client-options.ts';
// biome-ignore lint/performance/noBarrelFile: the public interface of the package
export { PromptholdError, PromptNotFound, PromptVariablesError, Unauthorized, Unavailable } from '../errors.ts';
export type { IncludedVersion, Message, OpaqueMessage, Prompt, PromptSource, Role, Variable } from '../prompt-types.ts';
export { Prompthold } from './prompthold.ts';
export { testPrompts } from './test-prompts.ts';
