/** Functions that DuckDB has under the same name, with the same arguments and results. */
const words = `
  abs acos array_agg asin atan atan2 avg bool_and bool_or cbrt ceil coalesce corr cos cosh count covar_pop covar_samp cume_dist day degrees
  dense_rank exp first_value flatten floor from_base64 grouping hour lag last_value lead ln log10 lower max min minute
  mod month nth_value ntile nullif percent_rank pi power quarter radians random rank replace round row row_number second sign sin sinh
  split_part sqrt starts_with stddev_pop stddev_samp strpos sum tan tanh to_base64 translate try upper var_pop var_samp year
`;

export const sameFunctions: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
