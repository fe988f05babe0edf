/** The component of each kind of overlay. */
import type {ComponentType} from 'react';
import {MenuDialog} from '../components/menu-dialog.tsx';
import {PromptDialog} from '../components/prompt-dialog.tsx';
import {SelectDialog} from '../components/select-dialog.tsx';
import type {Overlay, OverlayKind, OverlayModel} from '../context/overlay-stack.ts';
import type {ChangeFlow} from '../models/change/change-flow.ts';
import type {EntryModel} from '../models/change/entry-form.ts';
import type {MenuModel} from '../models/menu.ts';
import type {PromptModel} from '../models/prompt.ts';
import type {SelectListModel} from '../models/select-list.ts';
import {WaitDialog} from '../screens/actions/wait-dialog.tsx';
import type {WaitModel} from '../screens/actions/wait-until-possible.ts';
import {ChangeDialog} from '../screens/change/change-dialog.tsx';
import {EntryDialog} from '../screens/change/entry-dialog.tsx';
import type {ChangeLog} from '../screens/change-log/change-log.ts';
import {ChangeLogDialog} from '../screens/change-log/change-log-dialog.tsx';
import {JsonDialog} from '../screens/overlays/json-dialog.tsx';
import type {JsonView} from '../screens/overlays/json-view.ts';
import type {MessageList} from '../screens/overlays/message-list.ts';
import {MessagesDialog} from '../screens/overlays/messages-dialog.tsx';
import {ProfilesDialog} from '../screens/overlays/profile-dialog.tsx';
import type {ProfilesModel} from '../screens/overlays/profiles.ts';
import type {TokenModel} from '../screens/overlays/token.ts';
import {TokenDialog} from '../screens/overlays/token-dialog.tsx';

type KnownModel =
  | ChangeFlow
  | ChangeLog
  | EntryModel
  | JsonView
  | MenuModel
  | MessageList
  | ProfilesModel
  | PromptModel
  | SelectListModel
  | TokenModel
  | WaitModel;

type OverlayView<M extends OverlayModel> = ComponentType<{readonly overlay: Overlay<M>}>;

const views: {readonly [K in OverlayKind]: OverlayView<Extract<KnownModel, {kind: K}>>} = {
  change: ChangeDialog,
  entry: EntryDialog,
  changeLog: ChangeLogDialog,
  json: JsonDialog,
  menu: MenuDialog,
  messages: MessagesDialog,
  profiles: ProfilesDialog,
  prompt: PromptDialog,
  select: SelectDialog,
  token: TokenDialog,
  wait: WaitDialog,
};

/** The table above gives each kind the component for its model. */
export const overlayView = ({kind}: OverlayModel): OverlayView<OverlayModel> =>
  views[kind] as OverlayView<OverlayModel>;
