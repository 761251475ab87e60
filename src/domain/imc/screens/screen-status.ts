/** The status of a screen, and of a user by its screen (D30). */
export const SCREEN_STATUSES = ['available', 'assigned', 'transit'] as const
export type ScreenStatus = (typeof SCREEN_STATUSES)[number]
