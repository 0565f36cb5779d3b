import type { DeclaredChoice } from './choice.ts'

export const WEBHOOK_CHOICES = {
  webhook_delivery: {
    question: 'When are events delivered?',
    answers: {
      after: 'after the response; a slow receiver delays nothing',
      before: 'before the response, which waits for every receiver, at most 10 s each',
    },
    why: 'The service delays its response until all receivers have answered. That makes tests slow; set it to test the delay itself.',
    source: 'facts "Events / webhooks" 14.3',
  },
  webhook_order: {
    question: 'In which order do several hooks get the events of a request?',
    answers: {
      each: 'each hook in the order of the events, independent of the others',
      hook_by_hook: 'one hook after the other: the next begins when all events of the one before are answered',
    },
    current: 'hook_by_hook',
    why: 'A slow receiver should not delay another one.',
    source: 'facts "Webhooks as observed on the wire"',
  },
  webhook_notes: {
    question: 'Are the notes notified that are saved with a new booking of a guest or with a cancellation?',
    answers: { notified: 'yes: booking_note_saved, like every note', silent: 'no' },
    current: 'silent',
    why: 'The newest release raises none there.',
    source: 'facts "Webhooks as observed on the wire"',
  },
  webhook_duplicates: {
    question: 'How often is a black booking notified?',
    answers: { once: 'once', recorded: 'twice: both events are sent two times' },
    current: 'recorded',
    why: 'The service collects events twice in that call. A receiver should handle either.',
    source: 'facts "Events / webhooks" 14.5',
  },
  webhook_oauth: {
    question: 'What does a receiver that issues tokens get?',
    answers: { payload: 'a POST with the token and the event', recorded: 'a GET with the token, and no event' },
    current: 'recorded',
    why: 'Without the event the receiver does not know what happened.',
    source: 'facts "Events / webhooks" 14.4',
  },
} as const satisfies Record<string, DeclaredChoice>
