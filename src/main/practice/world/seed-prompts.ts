/** Prompts of the seeded agents. Between them they use every form a placeholder can have, the broken ones included. */
export const prompts = {
  renewal: {
    greeting: 'Hello {{customer_name}}, this is Harbour Insurance.',
    start:
      'Ask whether {{customer_name}} wants to renew policy {{policy_number}}, which ends on {{renewal_date | the end of the month}}.',
    middle: 'Their adviser is {{adviser.name}}. If they hesitate, offer {{ discount | fallback:ten per cent }}.',
    end: 'Wish them a good {{current_weekday}} and say goodbye.',
    speech: 'One moment, {{customer_name}}.',
  },
  plain: {
    greeting: 'Hello, this is a short message about our opening hours.',
    start: 'Say that the office is open from nine to five, answer one question, and say goodbye.',
  },
  draft: {
    published: 'Confirm the appointment of {{patient_name}} on {{appointment_date}}.',
    draft: 'Confirm the appointment of {{patient_name}} on {{appointment_date}} with {{doctor_name}}.',
  },
  /** One sentence for every form, each with a note of what the service makes of it. */
  everyForm: [
    'Plain {{name}}, blanks {{ company }}.',
    'Default {{title | there}}, older default {{plan | fallback:Unknown}}, default from the name {{account_manager | fallback}}.',
    'A colon cuts this default: {{website | http://shop.example}}.',
    'Nested {{user.name}}, with prefix {{initial_context.city}}.',
    'Dash {{customer-name}}, other script {{имя}} and {{名前}}.',
    'Spoken as they stand: {{first name}}, {{}}, {{a}b}}.',
    'Three braces {{{tier}}}.',
    'Built in: {{current_time}}, {{current_time_Europe/London}}, {{current_weekday}}, {{current_weekday_Asia/Kolkata}}.',
  ].join('\n'),
} as const
