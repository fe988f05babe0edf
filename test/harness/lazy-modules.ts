/** Modules that the console loads when it first needs them: loaded before a test, so that no key waits for them. */
import '../../src/platform/process/editor.ts';
import '../../src/platform/process/foreground-child.ts';
import '../../src/platform/process/process-alive.ts';
import '../../src/platform/process/ssh.ts';
import '../../src/store/changes/text/format-object.ts';
import '../../src/store/changes/text/object-draft.ts';
import '../../src/store/changes/text/object-fields.ts';
import '../../src/store/changes/text/parse-object.ts';
import '../../src/store/changes/text/text-problems.ts';
import '../../src/ui/screens/overlays/profile-dialog.tsx';
import '../../src/ui/screens/overlays/run-login.ts';
import '../../src/ui/screens/overlays/token-dialog.tsx';
import '../../src/ui/widgets/png-decoder.ts';
import '../../src/ui/widgets/qr.ts';
