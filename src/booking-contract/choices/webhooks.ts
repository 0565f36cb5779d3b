/**
 * Choices of webhooks.
 *
 * @module
 */
import type { Choice } from './choice.ts'

export const WEBHOOK_CHOICES = {
  webhook_delivery: {
    question: 'When are events delivered?',
    answers: {
      after: 'after the response; a slow receiver delays nothing',
      before: 'before the response, which waits for every receiver, at most 10 s each',
    },
    documented: 'after',
    current: 'after',
    why: 'The service delays its response until all receivers have answered. That makes tests slow; set it to test the delay itself.',
    source: 'facts "Events / webhooks" 14.3',
  },
  webhook_duplicates: {
    question: 'How often is a black booking notified?',
    answers: { once: 'once', recorded: 'twice: both events are sent two times' },
    documented: 'once',
    current: 'recorded',
    why: 'The service collects events twice in that call. A receiver should handle either.',
    source: 'facts "Events / webhooks" 14.5',
  },
  webhook_oauth: {
    question: 'What does a receiver that issues tokens get?',
    answers: { payload: 'a POST with the token and the event', recorded: 'a GET with the token, and no event' },
    documented: 'payload',
    current: 'recorded',
    why: 'Without the event the receiver does not know what happened.',
    source: 'facts "Events / webhooks" 14.4',
  },
} as const satisfies Record<string, Choice>
