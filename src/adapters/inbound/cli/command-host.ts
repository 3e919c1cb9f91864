import type { Command } from 'commander';
import type { Finding } from '../../../application/diagnose/finding.ts';
import type { SchemaChange } from '../../../application/ports/storage-administration.ts';
import type { StorageFault } from '../../../application/ports/storage-maintenance.ts';
import type { BackUpOutcome } from '../../../application/transfer/back-up-storage.ts';
import type { CopyOutcome, TransferProgress } from '../../../application/transfer/copy-storage.ts';
import type { AccountUseCases } from './accounts/account-commands.ts';
import type { KeyUseCases } from './accounts/key-commands.ts';
import type { KeyringUseCases } from './keyring/keyring-commands.ts';
import type { ApiAccess } from './prompts/prompt-api.ts';
import type { Terminal } from './terminal/terminal.ts';

/** One setting as `prompthold config` shows it. */
export interface ShownSetting {
  readonly path: string;
  readonly value: unknown;
  readonly origin: string;
}

/** `exists`: there is a file already. `in-use`: the storage was written with another keyring. */
export type KeyringInit =
  | { readonly kind: 'created'; readonly file: string; readonly fingerprint: string }
  | { readonly kind: 'exists' | 'in-use'; readonly file: string };

export type UseCases = AccountUseCases & KeyUseCases & KeyringUseCases;
export interface CopyOrder {
  readonly from: string;
  readonly to: string;
  readonly watch: (progress: TransferProgress) => void;
}

export interface FileOrder {
  readonly path: string;
  readonly watch: (progress: TransferProgress) => void;
}

/** What the composition root lends to commands. Nothing is opened before a command asks for it, and all is closed after. */
export interface CommandServices {
  serve(configFile: string | undefined): Promise<void>;
  withUseCases<Answer>(configFile: string | undefined, work: (useCases: UseCases) => Promise<Answer>): Promise<Answer>;
  initKeyring(configFile: string | undefined): Promise<KeyringInit>;
  migrate(configFile: string | undefined): Promise<SchemaChange>;
  /** Everything from one storage into another. URLs may be `env:NAME`. */
  copyStorage(configFile: string | undefined, order: CopyOrder): Promise<CopyOutcome>;
  backUp(configFile: string | undefined, order: FileOrder & { readonly force: boolean }): Promise<BackUpOutcome>;
  restore(configFile: string | undefined, order: FileOrder): Promise<CopyOutcome>;
  /** Tells each fault as it is found. */
  checkStorage(configFile: string | undefined, found: (fault: StorageFault) => void): Promise<void>;
  settings(configFile: string | undefined): readonly ShownSetting[];
  /** Everything that can be looked at, a broken configuration included. */
  diagnose(configFile: string | undefined): Promise<readonly Finding[]>;
  /** Where the service of this configuration says whether it is ready, as seen from its own machine. */
  readyUrl(configFile: string | undefined): string;
  /** The service that PROMPTHOLD_URL and PROMPTHOLD_KEY name, for commands that are its clients. */
  api(): ApiAccess;
}

export interface JsonOption {
  readonly json?: boolean;
}

/** The shape commander calls an action with: the arguments, then the options, then the command. */
type Action = (...given: unknown[]) => Promise<void>;

/** What every command works with. */
export class CommandHost {
  exitCode = 0;

  constructor(
    readonly terminal: Terminal,
    readonly doors: CommandServices,
    private readonly program: Command,
  ) {}

  get configFile(): string | undefined {
    return this.program.opts<{ config?: string }>().config;
  }

  readonly withAccounts = <Answer>(work: (useCases: AccountUseCases & KeyUseCases) => Promise<Answer>) =>
    this.doors.withUseCases(this.configFile, work);

  readonly withKeyring = <Answer>(work: (useCases: KeyringUseCases) => Promise<Answer>) =>
    this.doors.withUseCases(this.configFile, work);

  /** Turns a function that answers an exit code into an action. */
  running<Options>(work: (options: Options, ...texts: string[]) => Promise<number>): Action {
    return async (...given) => {
      const [options, ...reversedTexts] = given.slice(0, -1).reverse();
      this.exitCode = await work(options as Options, ...(reversedTexts.reverse() as string[]));
    };
  }

  /** The result of a command that has nothing to show but that it is done. */
  confirm(sentence: string, result: object, json = false): void {
    if (json) this.terminal.print(JSON.stringify(result));
    else this.terminal.tell(sentence);
  }
}
