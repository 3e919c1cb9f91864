import { ContainerModule } from 'inversify';
import { tokens } from '../../composition/tokens.ts';
import { HttpService, type HttpServiceSettings } from './http-service.ts';

export const httpModule = (settings: HttpServiceSettings): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.httpService).toResolvedValue(
      (
        signIn,
        authenticateKey,
        rotateKey,
        listRotations,
        openAccount,
        storage,
        prompts,
        tallyCalls,
        summarizeUsage,
        dashboard,
        log,
      ) =>
        new HttpService(
          {
            signIn,
            authenticateKey,
            rotateKey,
            listRotations,
            openAccount,
            storage,
            prompts,
            tallyCalls,
            summarizeUsage,
            doors: [dashboard],
          },
          settings,
          log,
        ),
      [
        tokens.signIn,
        tokens.authenticateKey,
        tokens.rotateKey,
        tokens.listRotations,
        tokens.openAccount,
        tokens.storageAdministration,
        tokens.promptUseCases,
        tokens.tallyCalls,
        tokens.summarizeUsage,
        tokens.dashboard,
        tokens.log,
      ],
    );
  });
