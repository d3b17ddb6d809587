import type { PastedColumn } from '../../contract/pasted.ts'

type Content = PastedColumn['content']

/** The words of a name or a header: `customerName`, `customer_name` and "Customer name" have the same two. */
export const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')

/** A name without all that people write in different ways. */
export const plainName = (name: string): string => wordsOf(name).join('')

const meanings: readonly [Content, readonly string[]][] = [
  ['email', ['email', 'mail']],
  ['link', ['url', 'link', 'website', 'site']],
  ['amount', ['amount', 'price', 'total', 'balance', 'sum', 'cost', 'fee', 'payment', 'owed', 'debt', 'salary']],
  ['date', ['date', 'day', 'due', 'deadline', 'birthday', 'birth', 'dob', 'expiry', 'expires', 'appointment', 'until']],
  ['time', ['time', 'hour', 'slot']],
  [
    'integer',
    ['count', 'quantity', 'qty', 'age', 'days', 'months', 'years', 'id', 'no', 'order', 'invoice', 'reference'],
  ],
  ['text', ['name', 'first', 'last', 'surname', 'customer', 'company', 'city', 'address', 'street', 'product', 'plan']],
]

/** What a value of this name most likely is; null when the name does not tell. */
export const meaningOf = (name: string): Content | null => {
  const words = new Set(wordsOf(name))
  return meanings.find(([, known]) => known.some((word) => words.has(word)))?.[0] ?? null
}

const numberWords = new Set(
  `phone telephone tel mobile cell cellphone number phonenumber telephonenumber mobilenumber cellnumber contactnumber
  customerphone customernumberphone msisdn dial callnumber callednumber numbertocall destination phoneno mobileno telno
  contactno homephone workphone phone1 primaryphone telefon telefonnummer rufnummer handy handynummer mobil mobilnummer
  telephone numero numerodetelephone portable telefono numerodetelefono movil celular telefone telemovel cellulare
  telefoon telefoonnummer puhelin puhelinnumero tlf telefonnr`.split(/\s+/),
)

const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** True for a header that people write over telephone numbers. */
export const isNumberHeader = (header: string): boolean => numberWords.has(withoutMarks(plainName(header)))

/** True for a header that people write over the agent that is to call. */
export const isAgentHeader = (header: string): boolean =>
  wordsOf(header).some((word) => ['agent', 'workflow', 'agentuuid', 'workflowuuid'].includes(word))
