import { ContainerModule } from 'inversify';
import { DeleteOldChanges } from '../../../../application/changes/delete-old-changes.ts';
import { FollowChanges } from '../../../../application/changes/follow-changes.ts';
import { ListChanges } from '../../../../application/changes/list-changes.ts';
import { ReadNewestPosition } from '../../../../application/changes/read-newest-position.ts';
import { ChangeRetentionSchedule } from '../../../inbound/schedule/change-retention-schedule.ts';
import { tokens } from '../tokens/tokens.ts';

const { promptChanges, contentHashing, clock, deleteOldChanges } = tokens;

/** Builds the use cases that read the feed of an account, and all that deletes old changes. */
export const changesModule = (retentionDays: number): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.followChanges).toResolvedValue(
      (...parts) => new FollowChanges(...parts),
      [promptChanges, contentHashing],
    );
    bind(tokens.listChanges).toResolvedValue((...parts) => new ListChanges(...parts), [promptChanges, contentHashing]);
    bind(tokens.readNewestPosition).toResolvedValue(
      (...parts) => new ReadNewestPosition(...parts),
      [promptChanges, contentHashing],
    );
    bind(deleteOldChanges).toResolvedValue(
      (changes, time) => new DeleteOldChanges(changes, time, retentionDays),
      [promptChanges, clock],
    );
    bind(tokens.changeRetentionSchedule).toResolvedValue(
      (...parts) => new ChangeRetentionSchedule(...parts),
      [deleteOldChanges, tokens.log],
    );
  });
