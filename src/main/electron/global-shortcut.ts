import { globalShortcut } from 'electron'
import { createShortcutHolder } from './hold-shortcut.ts'

/** SECURITY: the one place that hears keys while another program is in front, and then only the one combination held. */
export const holdGlobalShortcut = (onPressed: () => void) => createShortcutHolder({ system: globalShortcut, onPressed })
