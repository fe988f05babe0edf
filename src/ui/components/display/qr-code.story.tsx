import type {StorySet} from '../testing.tsx';
import {QrCode} from './qr-code.tsx';

const text = 'otpauth://totp/acme:ada?secret=JBSWY3DPEHPK3PXP';

export default {
  component: 'QrCode',
  stories: {
    'with room': <QrCode text={text} columns={76} />,
    'too narrow, shown as text': <QrCode text={text} columns={30} />,
  },
} satisfies StorySet;
