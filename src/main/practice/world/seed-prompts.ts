/** Texts of the seeded agents. Between them they use every form a placeholder can have, the broken ones included. */
export const prompts = {
  renewal: {
    greeting:
      'Hello {{customer_name}}, this is the renewal desk of Harbour Insurance about your policy {{policy_number}}, which ends on {{renewal_date | the last day of the month}}.',
    start:
      'Ask whether {{customer_name}} wants to renew policy {{policy_number}} for {{amount_due | the same amount as last year}}. Be friendly and short, and let them finish.',
    middle:
      'Their adviser is {{adviser.name | our adviser}}. If they hesitate, offer {{ discount | fallback:ten per cent }} off the first year.',
    transfer: 'Say that {{adviser.name | our adviser}} will call back today, and ask which hour suits them.',
    end: 'Wish them a good {{current_weekday}} and say goodbye.',
    rules:
      'You speak for Harbour Insurance. Never promise a price that you were not given. It is {{current_time_Europe/London}}.',
    speech: 'One moment, please.',
    found: 'Did {{customer_name}} agree to renew?',
    /** As it was before the present version. */
    before: 'Hello {{customer_name}}, this is Harbour Insurance. Do you want to renew your policy?',
  },
  parcel: {
    greeting:
      'Good day {{recipient_name}}, this is Depot Parcels: your parcel from {{sender | a shop}} comes {{delivery.day}} between {{delivery.from | nine}} and {{delivery.until | five}}.',
    start: 'Ask {{recipient_name}} whether somebody will be at home, or where the parcel may be left.',
    middle: 'The driver may leave it with {{neighbour_name | a neighbour}} or at {{pickup_point | the depot}}.',
    transfer: 'Offer another day: {{other_day | the day after}}.',
    end: 'Repeat what was agreed, and say goodbye.',
    rules: 'You speak for Depot Parcels. Today is {{current_weekday_Europe/London}}.',
    speech: 'Let me look.',
    found: 'Where may the parcel for {{recipient_name}} be left?',
    before: 'Good day, a parcel will come to you tomorrow.',
  },
  plain: {
    greeting: 'Hello, this is a short message about our opening hours.',
    start: 'Say that the office is open from nine to five, answer one question, and say goodbye.',
  },
  draft: {
    published:
      'Confirm the appointment of {{patient_name}} on {{appointment.date}} at {{appointment.time | the usual hour}}.',
    draft:
      'Confirm the appointment of {{patient_name}} on {{appointment.date}} at {{appointment.time}} with {{doctor_name}}.',
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

/** The texts of an agent that really does something for its organization. */
export type WorkTexts = Readonly<Record<keyof (typeof prompts)['renewal'], string>>
