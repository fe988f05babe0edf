/** The wallboard: rows of text on the whole screen, except the footer. */
import {Box} from 'ink';
import {useLayoutEffect} from 'react';
import {useStore} from 'zustand';
import {TextRows} from '../../components/display/row.tsx';
import type {PageArea} from '../../context/navigation.ts';
import type {Wallboard} from './wallboard.ts';

export interface WallboardViewProps {
  readonly page: Wallboard;
  readonly area: PageArea;
}

export function WallboardView({page, area}: WallboardViewProps) {
  useStore(page.store);
  useLayoutEffect(() => page.setArea(area), [page, area]);
  return (
    <Box flexDirection="column" width={area.columns} height={area.rows}>
      <TextRows texts={page.lines(area)} columns={area.columns} />
    </Box>
  );
}
