/** The component of each kind of overlay. */
import type {ComponentType} from 'react';
import {MenuDialog} from '../components/menu-dialog.tsx';
import {PaintedDialog} from '../components/painted-dialog.tsx';
import {PromptDialog} from '../components/prompt-dialog.tsx';
import {SelectDialog} from '../components/select-dialog.tsx';
import type {Overlay, OverlayKind, OverlayModel} from '../context/overlay-stack.ts';
import type {ChangeFlow} from '../models/change/change-flow.ts';
import type {EntryModel} from '../models/change/entry-form.ts';
import type {MenuModel} from '../models/menu.ts';
import type {PaintedModel} from '../models/painted-overlay.ts';
import type {PromptModel} from '../models/prompt.ts';
import type {SelectListModel} from '../models/select-list.ts';
import {ChangeDialog} from '../screens/change/change-dialog.tsx';
import {EntryDialog} from '../screens/change/entry-dialog.tsx';
import {ProfilesDialog} from '../screens/overlays/profile-dialog.tsx';
import type {ProfilesModel} from '../screens/overlays/profiles.ts';
import type {TokenModel} from '../screens/overlays/token.ts';
import {TokenDialog} from '../screens/overlays/token-dialog.tsx';

type KnownModel =
  | ChangeFlow
  | EntryModel
  | MenuModel
  | PaintedModel
  | PromptModel
  | SelectListModel
  | ProfilesModel
  | TokenModel;

type OverlayView<M extends OverlayModel> = ComponentType<{readonly overlay: Overlay<M>}>;

const views: {readonly [K in OverlayKind]: OverlayView<Extract<KnownModel, {kind: K}>>} = {
  change: ChangeDialog,
  entry: EntryDialog,
  menu: MenuDialog,
  painted: PaintedDialog,
  profiles: ProfilesDialog,
  prompt: PromptDialog,
  select: SelectDialog,
  token: TokenDialog,
};

/** The table above gives each kind the component for its model. */
export const overlayView = ({kind}: OverlayModel): OverlayView<OverlayModel> =>
  views[kind] as OverlayView<OverlayModel>;
