/** Pages of the area; each name is also that of its route. */
export const activityPageNames = ['activity', 'activity-jobs'] as const
