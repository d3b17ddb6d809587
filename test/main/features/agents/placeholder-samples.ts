/** A text of an agent definition, the context of a call, what the service speaks, and the variables of the form. */
export type PlaceholderCase = {
  text: string
  context: Record<string, unknown>
  says: string
  /** Variables without a default, in order of appearance. */
  required: readonly string[]
  /** Variables with their default. */
  optional: Readonly<Record<string, string>>
}

type Fields = { required?: readonly string[]; optional?: Readonly<Record<string, string>> }

const one = (text: string, context: Record<string, unknown>, says: string, fields: Fields): PlaceholderCase => ({
  text,
  context,
  says,
  required: fields.required ?? [],
  optional: fields.optional ?? {},
})

const requires = (...required: string[]): Fields => ({ required })
const offers = (optional: Record<string, string>): Fields => ({ optional })
const nothing: Fields = {}

const jane = { name: 'Jane' }

/** The time of every sample, which is on a Saturday. */
export const caseTime = Date.UTC(2026, 10, 21, 10, 30, 5)

/** Every row of section 7 of the service notes. */
export const listedCases: readonly PlaceholderCase[] = [
  one('Hello {{name}}.', jane, 'Hello Jane.', requires('name')),
  one('Hello {{ name }}.', jane, 'Hello Jane.', requires('name')),
  one('Hello {{name | there}}.', jane, 'Hello Jane.', offers({ name: 'there' })),
  one('Hello {{name | there}}.', {}, 'Hello there.', offers({ name: 'there' })),
  one('Plan {{plan | fallback:Unknown}}', {}, 'Plan Unknown', offers({ plan: 'Unknown' })),
  one('Plan {{plan | fallback:Unknown}}', { plan: 'Gold' }, 'Plan Gold', offers({ plan: 'Unknown' })),
  one(
    'With {{account_manager | fallback}}',
    {},
    'With Account_Manager',
    offers({ account_manager: 'Account_Manager' }),
  ),
  one('See {{site | http://x}}', {}, 'See http', offers({ site: 'http' })),
  one('See {{site | http://x}}', { site: 'http://y' }, 'See http://y', offers({ site: 'http' })),
  one('Dear {{user.name}}', { user: jane }, 'Dear Jane', requires('user.name')),
  one('Dear {{initial_context.name}}', jane, 'Dear Jane', requires('name')),
  one('Dear {{customer-name}}', { 'customer-name': 'Jane' }, 'Dear Jane', requires('customer-name')),
  one('Привет, {{имя}}!', { имя: 'Аня' }, 'Привет, Аня!', requires('имя')),
  one('{{名前}}さん', { 名前: '花子' }, '花子さん', requires('名前')),
  one('Dear {{first name}}', { first: 'a', name: 'b' }, 'Dear {{first name}}', nothing),
  one('Dear {{}}', {}, 'Dear {{}}', nothing),
  one('Dear {{a}b}}', { a: 'x', 'a}b': 'y' }, 'Dear {{a}b}}', nothing),
  one('Tier {{{name}}}', { name: 'Gold', '{name': 'Brace' }, 'Tier Brace}', requires('{name')),
  one('It is {{current_time}}', {}, 'It is 2026-11-21 10:30:05 UTC', nothing),
  one('It is {{current_time_Asia/Kolkata}}', {}, 'It is 2026-11-21 16:00:05 IST', nothing),
  one('Have a good {{current_weekday}}', {}, 'Have a good Saturday', nothing),
  one('{{current_weekday_Pacific/Kiritimati}}', {}, 'Sunday', nothing),
  one('{{current_time_Pacific/Kiritimati}} {{current_weekday}}', {}, '2026-11-22 00:30:05 +14 Sunday', nothing),
  one('{{current_time}} {{current_weekday_Asia/Tokyo}}', {}, '2026-11-21 19:30:05 JST Saturday', nothing),
  one('Hello {{name}}.', {}, 'Hello .', requires('name')),
  one('Hello {{name | there}}.', { name: '' }, 'Hello there.', offers({ name: 'there' })),
  one(
    '{{order}}',
    { order: { id: 7, items: ['é', true, null] } },
    '{"id": 7, "items": ["\\u00e9", true, null]}',
    requires('order'),
  ),
  one('{{list}}', { list: [1, 2.5] }, '[1, 2.5]', requires('list')),
  one('{{paid}} {{late}}', { paid: true, late: false }, 'True False', requires('paid', 'late')),
  one('{{amount}}', { amount: 120.5 }, '120.5', requires('amount')),
  one('One\\nTwo', {}, 'One\nTwo', nothing),
  one('{{a.b}}', { 'a.b': 'flat' }, '', requires('a.b')),
]

/** Surprising consequences of the same rules. */
export const furtherCases: readonly PlaceholderCase[] = [
  one('', {}, '', nothing),
  one('Nothing to fill in.', jane, 'Nothing to fill in.', nothing),
  one('{{name}}{{name}}', jane, 'JaneJane', requires('name')),
  one('{{\n\tname\n}}', jane, 'Jane', requires('name')),
  one('{{\u00a0name\u0085}}', jane, 'Jane', requires('name')),
  one('{{\ufeffname}}', jane, '', requires('\ufeffname')),
  one('{{name|there}}', {}, 'there', offers({ name: 'there' })),
  one('{{name |   }}', {}, '', offers({ name: '' })),
  one('{{name|}}', jane, '{{name|}}', nothing),
  one('{{name | there', jane, '{{name | there', nothing),
  one('{{name | a:}}', jane, '{{name | a:}}', nothing),
  one('{{name | :there}}', {}, '', offers({ name: '' })),
  one('{{name | a | b}}', {}, 'a | b', offers({ name: 'a | b' })),
  one('{{name | "there"}}', {}, '"there"', offers({ name: '"there"' })),
  one("{{name | 'you there'}}", {}, "'you there'", offers({ name: "'you there'" })),
  one('{{name | upper}}', jane, 'Jane', offers({ name: 'upper' })),
  one('{{name | default:there}}', {}, 'default', offers({ name: 'default' })),
  one('{{name | fallback: http://x }}', {}, 'http://x', offers({ name: 'http://x' })),
  one('{{name | fallback: }}', {}, '', offers({ name: '' })),
  one('{{due | 9:30}}', {}, '9', offers({ due: '9' })),
  one('{{user.first_name | fallback}}', {}, 'User.First_Name', offers({ 'user.first_name': 'User.First_Name' })),
  one("{{o'neil | fallback}}", {}, "O'Neil", offers({ "o'neil": "O'Neil" })),
  one('{{initial_context.name | fallback}}', {}, 'Initial_Context.Name', offers({ name: 'Initial_Context.Name' })),
  one('{{name | multi\nline}}', {}, 'multi\nline', offers({ name: 'multi\nline' })),
  one('{{name | with {brace}}', {}, 'with {brace', offers({ name: 'with {brace' })),
  one('{{name:there}}', { name: 'Jane', 'name:there': 'Colon' }, 'Colon', requires('name:there')),
  one('{{name!}} {{$name}}', { 'name!': 'a', $name: 'b' }, 'a b', requires('name!', '$name')),
  one('{{a {{name}}', jane, '{{a Jane', requires('name')),
  one('{{a{{name}}', { 'a{{name': 'odd' }, 'odd', requires('a{{name')),
  one('{{{{name}}}}', { '{{name': 'odd' }, 'odd}}', requires('{{name')),
  one('{ {name} } {name}', jane, '{ {name} } {name}', nothing),
  one('\\{{name}}', jane, '\\Jane', requires('name')),
  one('{{name}} {{name | there}}', {}, ' there', { required: ['name'] }),
  one('{{name | there}} {{name | you}}', {}, 'there you', offers({ name: 'there' })),
  one('{{Name}} {{name}}', jane, ' Jane', requires('Name', 'name')),
  one('{{name}} {{initial_context.name}}', jane, 'Jane Jane', requires('name')),
  one('{{initial_context.name}}', { name: 'outer', initial_context: { name: 'inner' } }, 'inner', requires('name')),
  one('{{initial_context.user.name}}', { user: jane }, 'Jane', requires('user.name')),
  one('{{a.b.c}}', { a: { b: { c: 'deep' } } }, 'deep', requires('a.b.c')),
  one('{{a.b.c | none}}', { a: { b: null } }, 'none', offers({ 'a.b.c': 'none' })),
  one('{{list.0}}', { list: ['first'] }, '', requires('list.0')),
  one('{{user}} {{user.name}}', { user: jane }, '{"name": "Jane"} Jane', requires('user', 'user.name')),
  one('{{name | there}}', { name: null }, 'there', offers({ name: 'there' })),
  one('{{name | there}}', { name: '  ' }, '  ', offers({ name: 'there' })),
  one('{{count | some}}', { count: 0 }, '0', offers({ count: 'some' })),
  one('{{paid | maybe}}', { paid: false }, 'False', offers({ paid: 'maybe' })),
  one('{{list | none}}', { list: [] }, '[]', offers({ list: 'none' })),
  one(
    '{{whole}} {{small}} {{large}}',
    { whole: 1.0, small: 0.00001, large: 1e21 },
    '1 1e-05 1e+21',
    requires('whole', 'small', 'large'),
  ),
  one('{{note}}', { note: 'one\\ntwo' }, 'one\ntwo', requires('note')),
  one('{{note}}n', { note: 'x\\' }, 'x\n', requires('note')),
  one('{{note}}', { note: '{{name}}', name: 'Jane' }, '{{name}}', requires('note')),
  one('{{toString}} {{constructor}} {{__proto__}}', {}, '  ', requires('toString', 'constructor', '__proto__')),
  one('{{current_time | later}}', { current_time: 'mine' }, '2026-11-21 10:30:05 UTC', nothing),
  one('{{current_time_Europe/London}}', {}, '2026-11-21 10:30:05 GMT', nothing),
  one('{{current_time_America/Sao_Paulo}}', {}, '2026-11-21 07:30:05 -03', nothing),
  one('{{current_time_spent}}', { current_time_spent: '2 h' }, '2 h', requires('current_time_spent')),
  one(
    '{{current_weekday_Mars/Olympus | some day}}',
    {},
    'some day',
    offers({ 'current_weekday_Mars/Olympus': 'some day' }),
  ),
  one('{{current_weekdays}}', { current_weekdays: 'all' }, 'all', requires('current_weekdays')),
  one('{{called_number}} {{phone_number}}', { called_number: '+1415' }, '+1415 ', nothing),
  one('{{provider}} {{campaign_id}} {{source_uuid}}', {}, '  ', nothing),
  one('{{initial_context.runtime_configuration.model}}', {}, '', nothing),
  one('{{gathered_context.city | nowhere}}', {}, 'nowhere', nothing),
]

export const placeholderCases: readonly PlaceholderCase[] = [...listedCases, ...furtherCases]
