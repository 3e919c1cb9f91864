/** Roles of messages, as in the HTTP API. */
export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

/** One message of a prompt. */
export interface Message {
  readonly role: Role;
  readonly content: string;
}

/**
 * A message for a placeholder, in the format of a model: with tool calls, images or whatever else that has. It is passed on
 * unchanged, and so is its type.
 */
export interface OpaqueMessage {
  /** Lets the compiler infer `'user'`, not `string`, for a message that is written in place. */
  readonly role: Role | (string & {});
}

/** Types of one prompt, as `prompthold types` writes them. */
export interface PromptShape {
  type: 'text' | 'chat';
  variables: object;
  /** The names of all placeholders of a chat; absent without any. */
  placeholders?: string;
  config: object;
}

/**
 * A constraint for the interface that `prompthold types` writes. A mapped type over its own keys, because interfaces have
 * no index signature.
 */
export type PromptShapes<Prompts> = { [Name in keyof Prompts]: PromptShape };

/** Stands for all prompts if the application has not generated their types. */
export interface UntypedPrompts {
  [name: string]: UntypedText | UntypedChat;
}

interface UntypedText {
  type: 'text';
  variables: Record<string, unknown>;
  config: Record<string, unknown>;
}

interface UntypedChat {
  type: 'chat';
  variables: Record<string, unknown>;
  placeholders: string;
  config: Record<string, unknown>;
}

/** The names that `get` accepts. */
export type PromptNames<Prompts> = keyof Prompts & string;

/** One prompt, or a union of them, which `type` then tells apart. */
export type PromptOf<Shape> = Shape extends PromptShape ? Prompt<Shape> : never;

/** Source that a prompt was read from. */
export type PromptSource = 'network' | 'memory' | 'disk' | 'fallback';

/** A variable as its version declares it. */
export interface Variable {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'json';
  readonly required: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

/** The version that a direct or indirect include of a prompt led to. */
export interface IncludedVersion {
  /** The include as the template has it: `tone`, `tone@staging` or `tone@3`. */
  readonly include: string;
  readonly promptId: string;
  readonly name: string;
  readonly version: number;
  /** The rule that selected the version: the one that the include names, or the lock of the label that was read. */
  readonly by: 'version' | 'label' | 'latest' | 'lock';
}

/** One version of a prompt with everything that it includes: rendering it never uses the network. */
export interface Prompt<Shape extends PromptShape> {
  readonly name: string;
  readonly type: Shape['type'];
  /** 0 for a fallback. */
  readonly version: number;
  /** Empty for a fallback. */
  readonly hash: string;
  /** Identifies the version with everything that it includes: `hash` if that is nothing, empty for a fallback. */
  readonly fingerprint: string;
  /** Everything that it includes, directly or not, each once. */
  readonly includes: readonly IncludedVersion[];
  readonly config: Shape['config'];
  readonly variables: readonly Variable[];
  readonly source: PromptSource;
  /**
   * Attributes for a span of any tracer: `gen_ai.prompt.name`, `gen_ai.prompt.version` and, where they are known,
   * `prompthold.prompt.hash`, `.fingerprint`, `.label` and `.source`.
   */
  readonly telemetry: () => Record<string, string | number>;
  /** Throws PromptVariablesError with every missing, unknown or wrong value. */
  readonly render: Shape extends { type: 'chat' }
    ? <Lists extends Placeholders<Shape> = never>(
        ...parameters: RenderParameters<Shape, Lists>
      ) => (Message | GivenIn<Lists, Shape>)[]
    : (...parameters: RenderParameters<Shape>) => string;
  /** Parameters for `chat.completions.create` of the OpenAI SDK. */
  readonly toOpenAI: Shape extends { type: 'chat' }
    ? <Lists extends Placeholders<Shape> = never>(
        ...parameters: ConversionParameters<Shape, Lists>
      ) => OpenAIParameters<Shape['config'], GivenIn<Lists, Shape>>
    : (...parameters: ConversionParameters<Shape>) => OpenAIParameters<Shape['config']>;
  /** Parameters for `responses.create` of the OpenAI SDK. */
  readonly toResponses: Shape extends { type: 'chat' }
    ? <Lists extends Placeholders<Shape> = never>(
        ...parameters: ConversionParameters<Shape, Lists>
      ) => ResponsesParameters<Shape['config'], GivenIn<Lists, Shape>>
    : (...parameters: ConversionParameters<Shape>) => ResponsesParameters<Shape['config']>;
  /** Parameters for `messages.create` of the Anthropic SDK. */
  readonly toAnthropic: Shape extends { type: 'chat' }
    ? <Lists extends Placeholders<Shape> = never>(
        ...parameters: ConversionParameters<Shape, Lists>
      ) => AnthropicParameters<Shape['config'], GivenIn<Lists, Shape>>
    : (...parameters: ConversionParameters<Shape>) => AnthropicParameters<Shape['config']>;
}

/** An empty object type would accept any object, and so a variable that does not exist. */
export type Values<Shape extends PromptShape> = keyof Shape['variables'] extends never
  ? Record<string, never>
  : Shape['variables'];

type NamesOf<Shape> = Shape extends { placeholders: infer Names extends string } ? Names : never;

/** Lists of messages for all placeholders of a chat. */
export type Placeholders<Shape> = { readonly [Name in NamesOf<Shape>]: readonly OpaqueMessage[] };

type GivenIn<Lists extends Placeholders<Shape>, Shape> = Lists[keyof Lists & NamesOf<Shape>][number];

/** Values are required if a variable is, placeholders if there are any. */
export type RenderParameters<Shape extends PromptShape, Lists = never> = Shape extends {
  placeholders: infer Names extends string;
}
  ? string extends Names
    ? [values?: Values<Shape>, placeholders?: Lists]
    : [values: Values<Shape>, placeholders: Lists & { readonly [Name in Exclude<keyof Lists, Names>]: never }]
  : Partial<Shape['variables']> extends Shape['variables']
    ? [values?: Values<Shape>]
    : [values: Values<Shape>];

/**
 * Parameters of `render`. A text has no placeholders, but a role, which may also be in third place, as code for both
 * types needs it.
 */
export type ConversionParameters<Shape extends PromptShape, Lists = never> = Shape extends { type: 'chat' }
  ? Shape extends UntypedChat
    ? [...values: RenderParameters<Shape, Lists>, options?: TextOptions]
    : RenderParameters<Shape, Lists>
  :
      | [...values: RenderParameters<Shape>, options?: TextOptions]
      | [...values: RenderParameters<Shape>, placeholders: undefined, options?: TextOptions];

export interface TextOptions {
  /** The role of the message that a text becomes; `user` by default. */
  readonly textRole?: 'system' | 'developer' | 'user' | 'assistant';
}

/** The part of `config` that is sent to a model: without what only the application or another tool reads. */
export type ModelConfig<Config> = {
  [Key in keyof Config as Key extends 'provider' | 'litellm' | `x_${string}` ? never : Key]: Config[Key];
};

/**
 * Messages of these roles, as a union of objects, one for each role, which is how the SDKs declare it; beside them those that
 * were given for placeholders, unless their type is no more exact.
 */
type Messages<Roles extends string, Given> = (
  | (Roles extends string ? { role: Roles; content: string } : never)
  | (Message extends Given ? never : Given)
)[];

export type OpenAIParameters<Config, Given = never> = Omit<ModelConfig<Config>, 'messages'> & {
  messages: Messages<'system' | 'developer' | 'user' | 'assistant', Given>;
};

export type ResponsesParameters<Config, Given = never> = Omit<ModelConfig<Config>, 'input'> & {
  input: Messages<'system' | 'developer' | 'user' | 'assistant', Given>;
};

export type AnthropicParameters<Config, Given = never> = Omit<ModelConfig<Config>, 'messages' | 'system'> & {
  system?: string;
  messages: Messages<'user' | 'assistant', Given>;
};

/** A template for when neither the network nor the cache has the prompt. */
export type Fallback<Shape> = Shape extends { type: infer Type; config: infer Config }
  ? Type extends 'text'
    ? string | { readonly content: string; readonly config?: Config }
    : readonly FallbackMessage[] | { readonly messages: readonly FallbackMessage[]; readonly config?: Config }
  : never;

/** The prompts of a client for tests. Their types are never inferred from the templates, which have none. */
export type TestPrompts<Prompts> = [Prompts][Prompts extends unknown ? 0 : never] extends infer Given
  ? { readonly [Name in keyof Given]: TestPrompt<Given[Name]> }
  : never;

/** A template, and the variables that are not to be inferred. */
type TestPrompt<Shape> =
  | Fallback<Shape>
  | (Extract<Fallback<Shape>, { readonly config?: unknown }> & { readonly variables?: readonly Variable[] });

export type FallbackMessage = Message | { readonly placeholder: string };
