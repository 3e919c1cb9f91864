import { dashboardPath } from '../start/base-address.ts';
import { DraftStorage } from './draft-storage.ts';

/** Changes when drafts have another shape: the drafts of an older version of the dashboard are then ignored. */
const FORMAT = 1;

/** Several services may share an origin, each under its own path. */
const DRAFT_PREFIX = `prompthold-draft:${FORMAT}:${dashboardPath}:`;
const USER_KEY = `prompthold-user:${dashboardPath}`;

const tabStorage = openTabStorage();

/** The subject of the prompt that is not created yet; all others are ids of prompts. */
export const NEW_PROMPT = 'new-prompt';

/** The unsaved work of this tab. It is gone when the tab is closed. */
export const tabDrafts = new DraftStorage(tabStorage, DRAFT_PREFIX);

/** Example values for previews. In memory only: they may be customers' data, and must not take the place of drafts. */
export const tabPreviews = new DraftStorage(undefined, DRAFT_PREFIX);

let tabUser = tabStorage?.getItem(USER_KEY) ?? undefined;

/** The user who is signed in, or whose session ended without signing out. */
export const readTabUser = (): string | undefined => tabUser;

export function writeTabUser(userId: string): void {
  tabUser = userId;
  try {
    tabStorage?.setItem(USER_KEY, userId);
  } catch {
    // The storage is full of drafts. After a reload, the sign-in page cannot say why it is shown.
  }
}

/** Leaves nothing of a user who signs out. */
export function clearTabUser(): void {
  if (tabUser !== undefined) {
    tabDrafts.deleteAll(tabUser);
    tabPreviews.deleteAll(tabUser);
  }
  tabUser = undefined;
  tabStorage?.removeItem(USER_KEY);
}

window.addEventListener('pagehide', () => tabDrafts.flush());
window.addEventListener('beforeunload', (event) => {
  tabDrafts.flush();
  // The browser asks before a reload too, which loses nothing: browsers do not say which of the two it is.
  if (tabUser !== undefined && tabDrafts.list(tabUser).length > 0) event.preventDefault();
});

/** Undefined when the browser blocks all storage. */
function openTabStorage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}
