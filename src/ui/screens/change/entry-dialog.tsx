/** The form of one entry of a list field, over the form with the field. */
import {useStore} from 'zustand';
import type {Overlay} from '../../context/overlay-stack.ts';
import type {EntryModel} from '../../models/change/entry-form.ts';
import {FormStep} from './form-step.tsx';

const MAX_COLUMNS = 90;
const MARGIN_CELLS = 8;

export function EntryDialog({overlay}: {readonly overlay: Overlay<EntryModel>}) {
  const {model} = overlay;
  const state = useStore(model.store);
  return (
    <FormStep
      form={model.form}
      state={state}
      title={overlay.title()}
      tone={overlay.tone()}
      maxColumns={MAX_COLUMNS}
      margin={MARGIN_CELLS}
    />
  );
}
