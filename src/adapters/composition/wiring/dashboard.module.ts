import { ContainerModule } from 'inversify';
import { mountDashboard } from '../../inbound/dashboard/mount-dashboard.ts';
import { resolveAll } from './resolve-all.ts';
import { tokens } from './tokens.ts';

export const dashboardModule = new ContainerModule(({ bind }) => {
  bind(tokens.dashboard).toDynamicValue((context) =>
    mountDashboard(
      resolveAll(context, {
        checkPassword: tokens.checkPassword,
        startSession: tokens.startSession,
        resumeSession: tokens.resumeSession,
        endSession: tokens.endSession,
        openAccount: tokens.openAccount,
        claimSetup: tokens.claimSetup,
        checkSetup: tokens.checkSetup,
        listSessions: tokens.listSessions,
        endOtherSessions: tokens.endOtherSessions,
        changeName: tokens.changeName,
        changePassword: tokens.changePassword,
        describeKey: tokens.describeKey,
        revealKey: tokens.revealKey,
        rotateOwnKey: tokens.rotateOwnKey,
        listRotations: tokens.listRotations,
        summarizeUsage: tokens.summarizeUsage,
        prompts: tokens.promptUseCases,
      }),
    ),
  );
});
