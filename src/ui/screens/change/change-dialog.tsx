/** The dialog of a change, which shows the form, the preview or the outcome. */
import {useStore} from 'zustand';
import type {Overlay} from '../../context/overlay-stack.ts';
import type {ChangeFlow} from '../../models/change/change-flow.ts';
import {FormStep} from './form-step.tsx';
import {OutcomeStep} from './outcome-step.tsx';
import {PreviewStep} from './preview-step.tsx';

const MAX_COLUMNS = 96;
const MARGIN_CELLS = 6;

export function ChangeDialog({overlay}: {readonly overlay: Overlay<ChangeFlow>}) {
  const {model} = overlay;
  const state = useStore(model.store);
  const frame = {title: overlay.title(), tone: overlay.tone(), maxColumns: MAX_COLUMNS, margin: MARGIN_CELLS};
  switch (model.visibleStep()) {
    case 'form':
      return <FormStep {...frame} form={model.form} state={state.form} />;
    case 'preview':
      return <PreviewStep {...frame} preview={model.preview} state={state.preview} />;
    case 'outcome':
      return <OutcomeStep {...frame} outcome={model.outcome} state={state.outcome} />;
  }
}
