import { Menu } from '@base-ui/react/menu'
import { ChevronDown, Download } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import { exportFormats } from '../../../contract/call-filter.ts'
import popup from '../../design/popup.module.css'
import { useErrand } from '../../shell/errands.ts'
import { words } from '../../words/words.ts'
import css from '../filters/filter-bar.module.css'
import type { RunsStore } from '../runs-store.ts'

const said = words.runs.exports

/** Writes the calls that are shown, all of them, into a file of the person's choice. */
export const ExportMenu = ({ runs }: { runs: RunsStore }) => {
  const { step } = useStore(runs.exports.store)
  const isUnderWay = step === 'choosing' || step === 'writing'
  const [open, setOpen] = useState(false)
  useErrand(
    'export',
    useCallback(() => setOpen(true), []),
  )
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger className={css['filter']} aria-disabled={isUnderWay || undefined}>
        <Download aria-hidden />
        <span>{said.button}</span>
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" collisionPadding={8}>
          <Menu.Popup className={popup['popup']} aria-label={said.title}>
            {exportFormats.map((format) => (
              <Menu.Item
                key={format}
                className={popup['item']}
                disabled={isUnderWay}
                onClick={() => void runs.exports.begin(runs.store.getState().asked, format)}
              >
                <span className={popup['text']}>{said.formats[format]}</span>
                <span className={popup['note']}>{said.endings[format]}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
