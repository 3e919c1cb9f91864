import { ContainerModule } from 'inversify';
import { byName } from '../../composition/by-name.ts';
import { tokens } from '../../composition/tokens.ts';
import { HttpService, type HttpServiceSettings } from './http-service.ts';

export const httpModule = (settings: HttpServiceSettings): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.httpService).toDynamicValue((context) => {
      const useCases = byName(context, {
        signIn: tokens.signIn,
        authenticateKey: tokens.authenticateKey,
        rotateKey: tokens.rotateKey,
        listRotations: tokens.listRotations,
        openAccount: tokens.openAccount,
        storage: tokens.storageAdministration,
        prompts: tokens.promptUseCases,
        tallyCalls: tokens.tallyCalls,
        summarizeUsage: tokens.summarizeUsage,
      });
      const doors = [context.get(tokens.dashboard)];
      return new HttpService({ ...useCases, doors }, settings, context.get(tokens.log));
    });
  });
