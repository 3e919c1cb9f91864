import { ContainerModule } from 'inversify';
import { HttpService, type HttpServiceSettings } from '../../inbound/http/server/http-service.ts';
import { resolveAll } from './resolve-all.ts';
import { tokens } from './tokens.ts';

export const httpModule = (settings: HttpServiceSettings): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.httpService).toDynamicValue((context) => {
      const useCases = resolveAll(context, {
        signIn: tokens.signIn,
        authenticateKey: tokens.authenticateKey,
        rotatePresentedKey: tokens.rotatePresentedKey,
        listRotations: tokens.listRotations,
        openAccount: tokens.openAccount,
        storage: tokens.storageAdministration,
        prompts: tokens.promptUseCases,
        tallyCalls: tokens.tallyCalls,
        summarizeUsage: tokens.summarizeUsage,
      });
      const extensions = [context.get(tokens.dashboard)];
      return new HttpService({ ...useCases, extensions }, settings, context.get(tokens.log));
    });
  });
