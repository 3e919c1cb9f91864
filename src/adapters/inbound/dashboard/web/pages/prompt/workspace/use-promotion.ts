import { notifications } from '@mantine/notifications';
import { ApiProblem } from '../../../api/http/request.ts';
import { type Promotion, usePromote } from '../../../api/prompts/prompt-changes.ts';

/** Moves labels of a prompt, and tells a refused promotion from one that would break programs. */
export function usePromotion(id: string) {
  const { mutate, error, isPending, reset } = usePromote(id);
  const isBreaking = error instanceof ApiProblem && error.code === 'breaking_change';
  const promote = (
    promotion: Promotion,
    callbacks: { readonly onSuccess: () => void; readonly onError?: () => void },
    announcement = `${promotion.label} points to version ${promotion.version}`,
  ) =>
    mutate(promotion, {
      ...callbacks,
      onSuccess: () => {
        notifications.show({ color: 'green', message: announcement });
        callbacks.onSuccess();
      },
    });
  return {
    promote,
    isPending,
    reset,
    /** The breaking changes, if the promotion was refused for them. */
    breakingChanges: isBreaking ? (error.body.details ?? []) : undefined,
    problem: isBreaking ? null : error,
  };
}
