/** Choices of envelopes, refusals, languages, tokens and scopes. */
import type { DeclaredChoice } from './choice.ts'

const OVER_TIME = 'facts "Three eras of the reference"'

export const WIRE_CHOICES = {
  refusal_status: {
    question: 'Which HTTP status does a refusal of an endpoint have?',
    answers: {
      meaning: 'the status by its meaning: 400, 403, 404, 409, 204 for a taken room',
      named: 'the code that the endpoint declares, mostly 204',
      always_400: '400, except 404 for an unknown path or method, and where an endpoint declares 404',
    },
    current: 'always_400',
    why: 'The document gives one example only (204); a client needs a status that distinguishes refusals.',
    source: OVER_TIME,
  },
  refusal_body: {
    question: 'What does the body of a refusal look like?',
    answers: { meta: '{"meta":{"code","error_message"}}', flat: '{"code","meta":{"site"},"error_message","lines"}' },
    current: 'flat',
    why: 'The document shows the first form for black bookings.',
    source: 'spec "Errors"; facts "Three eras of the reference"',
  },
  token_refusal: {
    question: 'Which error code does a missing, unknown or expired token get?',
    answers: {
      unauthorized: 'error is unauthorized',
      oauth: 'error is invalid_request or invalid_token; for a missing token the text names a help page',
    },
    current: 'oauth',
    why: 'The document names unauthorized; both have status 401 and WWW-Authenticate.',
    source: 'spec "Errors"; facts "Bearer token on protected requests"',
  },
  scope_refusal: {
    question: 'What does a token without the scope get?',
    answers: {
      forbidden: '{"error":"forbidden","error_description"} with status 403',
      refusal: 'an ordinary refusal of the endpoint',
    },
    current: 'refusal',
    why: 'The document names forbidden but not the status; 403 is its meaning.',
    source: 'spec "Errors"',
  },
  meta_site: {
    question: 'Does meta contain site (base, url, method)?',
    answers: { left_out: 'meta has code only', included: 'meta.site has base, url and method, mostly also live_site' },
    current: 'included',
    why: 'The document shows code only.',
    source: OVER_TIME,
  },
  write_answer_types: {
    question: 'Which JSON types have responses to POST, PUT and DELETE of guests, guest types, coupons, tariffs and check-in?',
    answers: {
      as_listed: 'those of the same fields in the tables of resources: ids, amounts and flags are numbers',
      as_recorded: 'mixed: some fields echo the text that was sent',
    },
    current: 'as_recorded',
    why: 'A field has one type, unless the endpoint declares another one.',
    source: 'spec "Resources and their fields"; recordings',
  },
  empty_map: {
    question: 'How is an empty keyed collection sent?',
    answers: { array: '[], as the service sends it', object: '{}' },
    why: 'Clients must handle the array that the service sends.',
    source: 'facts "JSON types"',
  },
  channel_name: {
    question: 'Must protected requests have the channel-name header?',
    answers: { optional: 'no: it is recorded, but not required', required: 'yes: refused with 400 when it is missing' },
    why: 'The document says that every following request has it, but not what happens otherwise.',
    source: 'spec "Authentication" 7',
  },
  language_segment: {
    question: 'Does the optional language segment at the end of a path change the language of texts?',
    answers: {
      translates:
        'yes, if there are texts in that language; a segment that cannot be a language (a number, a date) makes the path unknown',
      ignored: 'no: only the field does',
    },
    current: 'ignored',
    why: 'The document says the suffix changes label language; the newest release ignores it.',
    source: 'spec "Charts"; recordings',
  },
  language_field: {
    question: 'Can a query or form field set the language?',
    answers: {
      accept: 'yes: the field (product word followed by lang) takes precedence over the segment',
      ignore: 'no: only the segment does',
    },
    why: 'The service accepts both; the field also works on paths without a segment.',
    source: 'facts "Language"',
  },
  page_links: {
    question: 'What do links to the pages of the site look like?',
    answers: {
      menu_item: 'a menu item and the language: Itemid=101&lang=en&servicelang=en-GB',
      page: 'a page without language: page_id=4',
    },
    current: 'page',
    why: 'Both are sites of the service; it depends on the system that hosts the pages.',
    source: 'facts 9.0; recordings',
  },
  crawler_user_agents: {
    question: 'Can a client whose User-Agent looks like a crawler or a tool start a booking session?',
    answers: { served: 'yes', refused: 'no: initialise is refused with 400, also for curl, Postman and most HTTP libraries' },
    current: 'refused',
    why: 'The document names no condition, and most first attempts would fail.',
    source: 'facts 1.8; recordings',
  },
  missing_scope: {
    question: 'What is the response to a token request without scope?',
    answers: { refuse: '400 invalid_request naming the field', all: 'every scope of the client' },
    current: 'all',
    why: 'The document marks scope as required.',
    source: 'spec "Authentication" 1',
  },
  requested_scope: {
    question: 'Is the requested scope checked?',
    answers: {
      checked: 'yes: it must be a subset of the scopes of the client; read stands for all scopes for reading, webhooks_get too',
      ignored: 'no: the token has all scopes of the client',
    },
    current: 'ignored',
    why: 'RFC 6749 section 3.3; the newest release ignores the field.',
    source: 'facts "POST /oauth/token"',
  },
  token_scope_field: {
    question: 'Does the token response contain scope?',
    answers: { none: 'the three fields of the document', comma: 'scope as well, joined by commas' },
    current: 'comma',
    why: 'The document lists three fields.',
    source: 'spec "Authentication" 2',
  },
  token_lifetime: {
    question: 'What is the default lifetime of a token?',
    answers: { hour: '3600 seconds', year: '31536000 seconds' },
    current: 'year',
    why: 'The document says 3600; --token-lifetime sets any other.',
    source: 'spec "Limits"',
  },
  token_requests: {
    question: 'Which requests are token requests?',
    answers: {
      endpoint: 'those to /oauth/token; a wrong grant type is an OAuth error there',
      anywhere: 'forms with a known grant_type on any protected path; others are ordinary requests without token',
    },
    current: 'anywhere',
    why: 'The document has one token endpoint; the newest release recognises the form instead of the path.',
    source: 'facts "POST /oauth/token"',
  },
  client_refusal: {
    question: 'Which status does an unknown client or wrong secret get?',
    answers: { unauthorized: '401 with WWW-Authenticate when Basic was used, as RFC 6749 section 5.2 says', bad_request: '400' },
    current: 'bad_request',
    why: 'RFC 6749 requires 401; the newest release sends 400.',
    source: 'facts "POST /oauth/token"',
  },
  operation_scopes: {
    question: 'Which scopes do coupon POST and PUT and the check-in status require, and does coupon DELETE check the property?',
    answers: {
      labels: 'those of the document: set to write, get to read; the property is always checked',
      recorded: 'as the newest release does',
    },
    current: 'recorded',
    why: 'The recorded ones contradict the document and look like mistakes.',
    source: 'spec "Authentication" 5; facts "Endpoint / scope table"',
  },
} as const satisfies Record<string, DeclaredChoice>
