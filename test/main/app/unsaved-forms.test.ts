import { expect, it } from 'vitest'
import { createUnsavedForms } from '../../../src/main/app/unsaved-forms.ts'

it('knows the forms with unsaved changes until they are saved or the page is unloaded', async () => {
  const { operations, list, clear } = createUnsavedForms()
  await operations.reportUnsaved({ form: 'profile', isUnsaved: true })
  await operations.reportUnsaved({ form: 'settings', isUnsaved: true })
  expect(list()).toEqual(['settings', 'profile'])
  await operations.reportUnsaved({ form: 'settings', isUnsaved: false })
  expect(list()).toEqual(['profile'])
  clear()
  expect(list()).toEqual([])
})
