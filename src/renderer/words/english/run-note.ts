/** Words of the note to a call. */
export const note = {
  title: 'Note',
  add: 'Add a note',
  edit: 'Edit',
  field: 'Note to this call',
  hint: 'Ctrl Enter saves · Esc gives up',
  save: 'Save note',
  saving: 'Saving …',
  giveUp: 'Give up',
  savedAt: (age: string) => `Saved ${age}`,
  saved: 'The note is saved.',
  removed: 'The note is removed.',
  unsaved: 'Not saved yet',
  failed: 'The note could not be saved. What you wrote is still here.',
  left: (n: number) => `${n} characters left`,
}
