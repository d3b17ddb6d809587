type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'shiftKey'>

/** The place, from 0, of the profile whose chord was pressed (Ctrl and a digit from 1); null for any other key. */
export const profileIndexOf = ({ key, ctrlKey, altKey, shiftKey }: Pressed): number | null => {
  const index = ctrlKey && !altKey && !shiftKey ? '123456789'.indexOf(key) : -1
  return index < 0 ? null : index
}
