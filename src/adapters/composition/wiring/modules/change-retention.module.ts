import { ContainerModule } from 'inversify';
import { DeleteOldChanges } from '../../../../application/changes/delete-old-changes.ts';
import { ChangeRetentionSchedule } from '../../../inbound/schedule/change-retention-schedule.ts';
import { tokens } from './tokens.ts';

const { promptChanges, clock, deleteOldChanges } = tokens;

/** Builds all that deletes old changes. */
export const changeRetentionModule = (retentionDays: number): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(deleteOldChanges).toResolvedValue(
      (changes, time) => new DeleteOldChanges(changes, time, retentionDays),
      [promptChanges, clock],
    );
    bind(tokens.changeRetentionSchedule).toResolvedValue(
      (...parts) => new ChangeRetentionSchedule(...parts),
      [deleteOldChanges, tokens.log],
    );
  });
