/**
 * Choices of the wire: envelopes, refusals, languages, tokens, scopes.
 *
 * @module
 */
import type { Choice } from './choice.ts'

const OVER_TIME = 'facts "Three eras of the reference"'

const ENVELOPE = {
  refusal_status: {
    question: 'Which HTTP status does a refusal of an endpoint have?',
    answers: {
      meaning: 'the status that says what happened: 400, 403, 404, 409, 204 for a taken room',
      named: 'the code the endpoint itself names, mostly 204',
      always_400: '400, except 404 for an unknown path or method',
    },
    documented: 'meaning',
    current: 'always_400',
    why: 'The document gives one example only (204); a client debugging a refusal needs a status that tells what it was.',
    source: OVER_TIME,
  },
  refusal_body: {
    question: 'What does the body of a refusal look like?',
    answers: { meta: '{"meta":{"code","error_message"}}', flat: '{"code","meta":{"site"},"error_message","lines"}' },
    documented: 'meta',
    current: 'flat',
    why: 'The document shows the first form for black bookings.',
    source: 'spec "Errors"; facts "Three eras of the reference"',
  },
  token_refusal: {
    question: 'Which error words does a missing, unknown or expired token get?',
    answers: {
      unauthorized: 'error is unauthorized',
      oauth: 'error is invalid_request or invalid_token; a missing token is told where to find help',
    },
    documented: 'unauthorized',
    current: 'oauth',
    why: 'The document names the word unauthorized; both come with status 401 and WWW-Authenticate.',
    source: 'spec "Errors"; facts "Bearer token on protected requests"',
  },
  scope_refusal: {
    question: 'What does a token without the scope get?',
    answers: {
      forbidden: '{"error":"forbidden","error_description"} with status 403',
      refusal: 'an ordinary refusal of the endpoint',
    },
    documented: 'forbidden',
    current: 'refusal',
    why: 'The document names the word forbidden; its status is not shown, 403 is what it means.',
    source: 'spec "Errors"',
  },
  meta_site: {
    question: 'Does meta carry site (base, url, method)?',
    answers: { left_out: 'meta holds code only', included: 'meta.site says base, url and method, mostly also live_site' },
    documented: 'left_out',
    current: 'included',
    why: 'The document shows code only.',
    source: OVER_TIME,
  },
  write_answer_types: {
    question: 'Which JSON types have the answers to POST, PUT and DELETE of guests, guest types, coupons, tariffs and the desk?',
    answers: {
      as_listed: 'those of the same fields in the tables of resources: ids, amounts and flags are numbers',
      as_recorded: 'mixed: some fields echo the text that was sent',
    },
    documented: 'as_listed',
    current: 'as_recorded',
    why: 'A field has one type; where the line of an endpoint names a type of its own, that one counts.',
    source: 'spec "Resources and their fields"; recordings',
  },
  empty_map: {
    question: 'How is an empty keyed collection sent?',
    answers: { array: '[] as the service sends it', object: '{}' },
    documented: 'array',
    current: 'array',
    why: 'A client that decodes into a map must cope with the array it will meet.',
    source: 'facts "JSON types"',
  },
  channel_name: {
    question: 'Must protected requests carry the channel-name header?',
    answers: { optional: 'read and journalled, never demanded', required: 'refused with 400 when it is missing' },
    documented: 'optional',
    current: 'optional',
    why: 'The document says every following request carries it, but not what happens when one does not.',
    source: 'spec "Authentication" 7',
  },
  language_segment: {
    question: 'Does the optional language segment at the end of a path change the language of texts?',
    answers: {
      translates:
        'yes, wherever there are texts in that language; a segment that cannot be a language (a number, a date) is an unknown path',
      ignored: 'no: only the field counts',
    },
    documented: 'translates',
    current: 'ignored',
    why: 'The document says the suffix changes label language; the newest release takes it without effect.',
    source: 'spec "Charts"; recordings',
  },
  language_field: {
    question: 'May a query or form field name the language, before the path segment?',
    answers: { accept: 'the field (product word followed by lang) wins over the segment', ignore: 'only the segment counts' },
    documented: 'accept',
    current: 'accept',
    why: 'The service takes both; the field works where there is no segment.',
    source: 'facts "Language"',
  },
  page_links: {
    question: 'What do links to the pages of the site look like?',
    answers: {
      menu_item: 'a menu item and the language: Itemid=101&lang=en&servicelang=en-GB',
      page: 'a page without language: page_id=4',
    },
    documented: 'menu_item',
    current: 'page',
    why: 'Both are sites of the service; what hosts the pages decides.',
    source: 'facts 9.0; recordings',
  },
} as const satisfies Record<string, Choice>

const CALLERS = {
  crawler_user_agents: {
    question: 'May a client whose User-Agent looks like a crawler or a tool begin a booking session?',
    answers: { served: 'yes', refused: 'no: initialise is refused with 400, also for curl, Postman and most HTTP libraries' },
    documented: 'served',
    current: 'refused',
    why: 'The document names no condition; it would stop most first attempts.',
    source: 'facts 1.8; recordings',
  },
} as const satisfies Record<string, Choice>

const TOKENS = {
  missing_scope: {
    question: 'What does a token request without scope get?',
    answers: { refuse: '400 invalid_request naming the field', all: 'every scope of the client' },
    documented: 'refuse',
    current: 'all',
    why: 'The document marks scope as required.',
    source: 'spec "Authentication" 1',
  },
  requested_scope: {
    question: 'Is the requested scope looked at?',
    answers: { checked: 'it must be a subset of what the client holds', ignored: 'the token carries all scopes of the client' },
    documented: 'checked',
    current: 'ignored',
    why: 'RFC 6749 section 3.3; the newest release ignores the field.',
    source: 'facts "POST /oauth/token"',
  },
  token_scope_field: {
    question: 'Does the token answer carry scope?',
    answers: { none: 'the three fields of the document', comma: 'scope as well, joined by commas' },
    documented: 'none',
    current: 'comma',
    why: 'The document lists three fields.',
    source: 'spec "Authentication" 2',
  },
  token_lifetime: {
    question: 'How long does a token live when nothing else is configured?',
    answers: { hour: '3600 seconds', year: '31536000 seconds' },
    documented: 'hour',
    current: 'year',
    why: 'The document says 3600; --token-lifetime sets any other.',
    source: 'spec "Limits"',
  },
  token_requests: {
    question: 'Where and how is a request taken as a token request?',
    answers: {
      endpoint: 'at /oauth/token only; a wrong grant type is an OAuth error there',
      anywhere: 'a form with a known grant_type on any protected path; anything else is an ordinary request without token',
    },
    documented: 'endpoint',
    current: 'anywhere',
    why: 'The document has one token endpoint; the newest release recognises the form instead of the path.',
    source: 'facts "POST /oauth/token"',
  },
  client_refusal: {
    question: 'Which status does an unknown client or wrong secret get?',
    answers: { unauthorized: '401 with WWW-Authenticate when Basic was used, as RFC 6749 section 5.2 says', bad_request: '400' },
    documented: 'unauthorized',
    current: 'bad_request',
    why: 'RFC 6749 asks for 401; the newest release sends 400.',
    source: 'facts "POST /oauth/token"',
  },
  operation_scopes: {
    question: 'Which scopes do coupon POST and PUT and the check-in status ask for, and does coupon DELETE check the property?',
    answers: {
      labels: 'what the document labels them: set to write, get to read, property always checked',
      recorded: 'as the newest release does',
    },
    documented: 'labels',
    current: 'recorded',
    why: 'The recorded ones contradict the labels and look like mistakes.',
    source: 'spec "Authentication" 5; facts "Endpoint / scope table"',
  },
} as const satisfies Record<string, Choice>

export const WIRE_CHOICES = { ...ENVELOPE, ...CALLERS, ...TOKENS } as const
