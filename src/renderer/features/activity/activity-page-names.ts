/** Pages of the area. The name of a page is also the name of its route. */
export const activityPageNames = ['activity', 'activity-seen', 'activity-jobs'] as const
