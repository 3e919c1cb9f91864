import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';
import type { CommandServices, UseCases } from './command-services.ts';
import { EXIT } from './exit-codes.ts';

export interface JsonOption {
  readonly json?: boolean;
}

/** Commander calls an action with the arguments, then the options, then the command. */
type Action = (...parameters: unknown[]) => Promise<void>;

/** Everything a command works with. */
export class CommandHost {
  exitCode = 0;

  constructor(
    readonly terminal: Terminal,
    readonly services: CommandServices,
    private readonly program: Command,
  ) {}

  get configFile(): string | undefined {
    return this.program.opts<{ config?: string }>().config;
  }

  withUseCases<Result>(work: (useCases: UseCases) => Promise<Result>): Promise<Result> {
    return this.services.withUseCases(this.configFile, work);
  }

  /** Turns a function that returns an exit code into a commander action. */
  toAction<Options, Operands extends readonly unknown[]>(
    run: (options: Options, ...operands: Operands) => Promise<number>,
  ): Action {
    return async (...parameters) => {
      const [options, ...reversed] = parameters.slice(0, -1).reverse();
      this.exitCode = await run(options as Options, ...(reversed.reverse() as unknown as Operands));
    };
  }

  /** Reports that a command without any other result has succeeded. */
  confirm(sentence: string, result: object, json = false): void {
    if (json) this.terminal.print(JSON.stringify(result));
    else this.terminal.report(sentence);
  }

  /** Reports why a command has failed, and returns the exit code. */
  fail(...sentences: readonly string[]): number {
    for (const sentence of sentences) this.terminal.report(sentence);
    return EXIT.failed;
  }
}
